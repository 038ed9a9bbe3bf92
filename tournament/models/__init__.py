"""The rows: they hold the present state. Each noun has its own file."""

from tournament.models.actors import Actor
from tournament.models.address_book import KnownPerson
from tournament.models.approvals import Approval, ApprovalRequest
from tournament.models.archives import ImportedTournament
from tournament.models.ceremonies import Ceremony
from tournament.models.checkpoints import Checkpoint
from tournament.models.commands import Command
from tournament.models.conduct import ConductNote
from tournament.models.cups import Cup, CupWinner
from tournament.models.devices import TableDevice
from tournament.models.disputes import Dispute, DisputeStep
from tournament.models.documents import Document, SealCertificate, StandingsDocument
from tournament.models.door import DoorAct, DoorLots
from tournament.models.draw import ClosedList, DiscardedDraw, Draw
from tournament.models.events import Event
from tournament.models.failed_tries import FailedTry
from tournament.models.games import Correction, Game
from tournament.models.login_links import LoginLink
from tournament.models.matches import Match
from tournament.models.money import CashBox, CashCount, CashEntry, FeeKind
from tournament.models.paper_lines import PaperLine
from tournament.models.participants import Participant
from tournament.models.people import User
from tournament.models.place_rules import PlaceRule
from tournament.models.print_jobs import PrintJob
from tournament.models.prizes import Picture, Prize, PrizeAct, PrizeGroup, PublicLot
from tournament.models.release import FrozenRanking
from tournament.models.removals import Removal
from tournament.models.restores import Recollection, Restore
from tournament.models.retention import Purge
from tournament.models.rulesets import OwnRuleset, RulesetVersion, ShelvedRuleset
from tournament.models.scoresheets import Scoresheet, Seat
from tournament.models.screens import Screen
from tournament.models.second_lines import SecondLine
from tournament.models.signatures import Signature, SignatureRefusal, SigningLink
from tournament.models.standings import TieLots
from tournament.models.start_cards import StartCard
from tournament.models.substitutions import Substitution
from tournament.models.table_calls import TableCall
from tournament.models.table_messages import TableMessage
from tournament.models.tables import TableChange
from tournament.models.tariffs import OwnTariff, ShelvedTariff, TariffVersion
from tournament.models.tournaments import Tournament

__all__ = [
    "Actor",
    "Approval",
    "ApprovalRequest",
    "CashBox",
    "CashCount",
    "CashEntry",
    "Ceremony",
    "Checkpoint",
    "ClosedList",
    "Command",
    "ConductNote",
    "Correction",
    "Cup",
    "CupWinner",
    "DiscardedDraw",
    "Dispute",
    "DisputeStep",
    "Document",
    "DoorAct",
    "DoorLots",
    "Draw",
    "Event",
    "FailedTry",
    "FeeKind",
    "FrozenRanking",
    "Game",
    "ImportedTournament",
    "KnownPerson",
    "LoginLink",
    "Match",
    "OwnRuleset",
    "OwnTariff",
    "PaperLine",
    "Participant",
    "Picture",
    "PlaceRule",
    "PrintJob",
    "Prize",
    "PrizeAct",
    "PrizeGroup",
    "PublicLot",
    "Purge",
    "Recollection",
    "Removal",
    "Restore",
    "RulesetVersion",
    "Scoresheet",
    "Screen",
    "SealCertificate",
    "Seat",
    "SecondLine",
    "ShelvedRuleset",
    "ShelvedTariff",
    "Signature",
    "SignatureRefusal",
    "SigningLink",
    "StandingsDocument",
    "StartCard",
    "Substitution",
    "TableCall",
    "TableChange",
    "TableDevice",
    "TableMessage",
    "TariffVersion",
    "TieLots",
    "Tournament",
    "User",
]
