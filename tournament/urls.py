"""Every address. Public ones lie under /t/<slug>/ and stay short and stable; the desk's under /tournaments/<slug>/."""

from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
]
