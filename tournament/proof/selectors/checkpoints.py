"""Checkpoints of the event log: which matches have one, which are due, and what a new one is made from."""

from django.db.models import CharField, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from tournament.enums import MatchState, TournamentState
from tournament.models import Checkpoint, Event, Match, Tournament


def due_matches(tournament: Tournament | None = None) -> list[Match]:
    """Return the matches that have ended, or ended again, since their newest checkpoint. One query.

    The order of the log decides, not its times: somebody may have set the clock back.
    """
    ended = Event.objects.filter(scoresheet__match=OuterRef("pk"), kind="sheet.state").order_by("-pk")
    of_match = Concat(Value('"match":'), Cast(OuterRef("number"), CharField()), Value(","))
    witnessed = Event.objects.filter(
        tournament=OuterRef("tournament"), scoresheet=None, kind="checkpoint.made", payload__contains=of_match
    ).order_by("-sequence")  # of the own chain alone: all events of the tournament would be asked each second
    matches = Match.objects.filter(
        state=MatchState.CLOSED, tournament__state__in=[TournamentState.RUNNING, TournamentState.FINISHED]
    ).annotate(ended=Subquery(ended.values("pk")[:1]), witnessed=Subquery(witnessed.values("pk")[:1]))
    due = matches.filter(Q(witnessed=None) | Q(ended__gt=Subquery(witnessed.values("pk")[:1])))
    candidates = due.select_related("tournament").order_by("pk")
    return list(candidates if tournament is None else candidates.filter(tournament=tournament))


def heads_of(tournament: int) -> list[tuple[int, str]]:
    """Return sequence number and hash of the newest link of every chain of a tournament. One query."""
    chains = Event.objects.filter(tournament=tournament)
    newest = chains.order_by().values("scoresheet").annotate(newest=Max("pk")).values("newest")
    return list(Event.objects.filter(pk__in=newest).order_by("hash").values_list("sequence", "hash"))


def checkpoints_of(tournament: Tournament) -> QuerySet[Checkpoint]:
    """Return the newest checkpoint of each match, in the order of the matches. One query."""
    return _newest(tournament, Checkpoint.objects.filter(match=OuterRef("match")))


def released_checkpoints(tournament: Tournament) -> QuerySet[Checkpoint]:
    """Return the same as the hall may know them: while results are held back, those from before. Two queries at most.

    A later one would tell that the last sheet of its match came in, and how many events there are. The order of the log
    decides here, too.
    """
    of_match = Checkpoint.objects.filter(match=OuterRef("match"))
    if tournament.is_held_back:
        own = Event.objects.filter(tournament=tournament, scoresheet=None)
        hold = own.filter(kind__startswith="release.", payload__contains='"ranking":').order_by("-sequence")
        before = own.filter(kind="checkpoint.made", sequence__lt=Subquery(hold.values("sequence")[:1])).count()
        earlier = Checkpoint.objects.filter(match__tournament=tournament).order_by("pk")[:before]
        of_match = of_match.filter(pk__in=earlier.values("pk"))
    return _newest(tournament, of_match)


def _newest(tournament: Tournament, of_match: QuerySet[Checkpoint]) -> QuerySet[Checkpoint]:
    newest = of_match.order_by("-number").values("pk")[:1]
    checkpoints = Checkpoint.objects.filter(match__tournament=tournament, pk=Subquery(newest))
    return checkpoints.select_related("match__tournament").order_by("match__number")
