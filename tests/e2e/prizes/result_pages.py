"""What leaves the hall after the prize-giving (tests/e2e/prizes/prize_pages.py): for tests that visit every page."""

from typing import Any

from tests.e2e.prizes.prize_pages import PRIZES
from tournament.models import Cup, Tournament, User
from tournament.results.services import add_cup, enter_winner, enter_winners

# Addresses that only act or send a file.
RESULT_ACTS = {"cup_rename", "cup_take_back", "cup_print", "newspaper_file", "results_zip"}


def make_cups(actor: User) -> None:
    """One cup with its winners, one that nobody is entered for."""
    cup = add_cup(name="Wanderpokal der Spielgemeinschaft", actor=actor)
    enter_winners(cup=cup, text="2018 Huber Sepp\n2019 Löffler Centa", actor=actor)
    add_cup(name="Pokal der Jugend", actor=actor)
    enter_winner(cup=cup, participant=Tournament.objects.get(slug=PRIZES).participants.get(start_number=1), actor=actor)


def result_ways(undrawn: str) -> list[dict[str, Any]]:
    """The name, arguments and query of each page."""
    cups = Cup.objects.order_by("-pk").values_list("pk", flat=True)
    return [
        {"name": "cups"},
        *({"name": "cup", "args": (cup,)} for cup in cups),
        *({"name": "tournament_cups", "args": (slug,)} for slug in (PRIZES, undrawn)),
        *({"name": "newspaper", "args": (slug,)} for slug in (PRIZES, undrawn)),
        {"name": "newspaper", "args": (PRIZES,), "query": "?money"},
        *({"name": "results", "args": (slug,)} for slug in (PRIZES, undrawn)),
    ]
