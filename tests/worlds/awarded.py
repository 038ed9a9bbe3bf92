"""The end of an evening, written by the services: prizes, a raffle, the prize-giving, what was handed out."""

import io
from functools import partial
from typing import Any

from PIL import Image

from tournament.ceremony.selectors import Running
from tournament.ceremony.services import begin_ceremony, end_ceremony, prepare_ceremony, step_ceremony
from tournament.models import Ceremony, Tournament, User
from tournament.participants.services.public_names import set_public_names, set_shown_name
from tournament.prizes.kinds import Criterion
from tournament.prizes.services.acts import give, undo
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.prizes.services.pictures import add_picture
from tournament.prizes.services.prizes import add_prize
from tournament.screens.codes import code_of, new_token
from tournament.screens.services import name_screen
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.release import freeze


def award(tournament: Tournament, actor: User) -> None:
    """Hold the prize-giving of a tournament with a final ranking, with two acts that stand and one undone."""
    context: dict[str, Any] = {"tournament": tournament, "actor": actor}
    image = io.BytesIO()
    Image.new("RGB", (8, 8), (90, 20, 20)).save(image, "PNG")
    picture = add_picture(name="Kiste Bier", data=image.getvalue(), **context)
    add_prize(
        words="Kiste Bier",
        donor="Metzgerei Huber",
        picture=picture,
        criterion=Criterion.PLACE,
        argument="1-3",
        **context,
    )
    raffle = add_prize(words="Brotzeit", criterion=Criterion.RAFFLE, argument="", **context)
    for participant in tournament.participants.filter(forgotten=False)[:1]:
        set_shown_name(participant=participant, shown_name="number", actor=actor)
    set_public_names(hall_names="number", web_names="hidden", **context)
    freeze(**context)
    draw_lot(lot=close_prize_lot(prize=raffle, **context), numbers=["1", "22", "333"], actor=actor)
    prepare_ceremony(winners_only=True, first_place_shown=None, **context)
    begin_ceremony(**context)
    for act in (partial(step_ceremony, to=1), end_ceremony):
        act(mark=Running(ceremony=Ceremony.objects.get(tournament=tournament)).mark, **context)
    first = overall_standings(tournament).lines[0].participant
    acts = give(participant=first, **context)
    undo(act=acts[0], actor=actor)
    give(participant=first, **context)
    name_screen(code=code_of(new_token()), name=f"Beamer {tournament.pk}", **context)
    tournament.refresh_from_db()
