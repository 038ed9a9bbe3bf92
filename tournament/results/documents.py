"""What is printed afterwards: the winners of a challenge cup."""

from django.template.loader import render_to_string

from tournament.exports.pdf import render_pdf
from tournament.models import Cup
from tournament.results.selectors import named_winners


def cup_pdf(cup: Cup) -> bytes:
    """Render the winners of a cup over the years on A4, named as the hall may read them: it hangs on the wall.

    Raises PrintError where Pango is missing.
    """
    page = render_to_string("results/cup_print.html", {"cup": cup, "winners": named_winners(cup)})
    return render_pdf([page], title=cup.name)
