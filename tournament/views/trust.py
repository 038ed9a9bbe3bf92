"""How a device comes to trust this installation's https: the guide and the authority's certificate, for everyone."""

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.network import certificates
from tournament.permissions import Request, public, requires


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def trust(request: Request) -> HttpResponse:
    """Show the steps for each kind of device; 404 if https was never set up."""
    context = {"fingerprint": certificates.fingerprint(_authority()).split(":"), "secure": request.is_secure()}
    # The plain-http door sets this port. Over https there is none, and the guide leads to the front page.
    port = request.META.get("spielliste.https_port")
    if port:
        host = request.get_host().rsplit(":", 1)[0]
        context["address"] = f"https://{host}:{port}/"
    return render(request, "trust/trust.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
def trust_certificate(request: Request) -> HttpResponse:
    """Return the authority's certificate as a file that devices install."""
    answer = HttpResponse(_authority().public_bytes(Encoding.DER), content_type="application/x-x509-ca-cert")
    answer["Content-Disposition"] = 'attachment; filename="spielliste.crt"'
    return answer


def _authority() -> x509.Certificate:
    certificate = certificates.authority(settings.VAR_DIR / "ca")
    if certificate is None:
        raise Http404
    return certificate
