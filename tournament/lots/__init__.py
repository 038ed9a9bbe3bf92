"""The draw as an algorithm: pure, seeded, without Django or database. docs/draw.md describes it for everyone."""

from tournament.lots.by_hand import BY_HAND, HandProblem, Place, hand_problems, tables_by_hand
from tournament.lots.chance import ALGORITHM, Chance, commitment, draw_seed, sha256_text, shuffle
from tournament.lots.door import DOOR, DoorSeating, DoorStep, DoorTerms, door_commitment, door_protocol, replay
from tournament.lots.errors import LotsError
from tournament.lots.moving import MOVING, Figures, Movement, move, moved_protocol
from tournament.lots.protocol import ALGORITHMS, hand_protocol, protocol, verify
from tournament.lots.public_lot import LotTerms, check_called, lot_protocol, verify_lot
from tournament.lots.seating import Meetings, Repeats, draw, meetings, repeats
from tournament.lots.terms import HAND, MOVED, SOURCES, Tables, Terms, table_sizes
from tournament.lots.ties import Chains, draw_in, drawn_order, keeps, kept_chains

__all__ = [
    "ALGORITHM",
    "ALGORITHMS",
    "BY_HAND",
    "DOOR",
    "HAND",
    "MOVED",
    "MOVING",
    "SOURCES",
    "Chains",
    "Chance",
    "DoorSeating",
    "DoorStep",
    "DoorTerms",
    "Figures",
    "HandProblem",
    "LotTerms",
    "LotsError",
    "Meetings",
    "Movement",
    "Place",
    "Repeats",
    "Tables",
    "Terms",
    "check_called",
    "commitment",
    "door_commitment",
    "door_protocol",
    "draw",
    "draw_in",
    "draw_seed",
    "drawn_order",
    "hand_problems",
    "hand_protocol",
    "keeps",
    "kept_chains",
    "lot_protocol",
    "meetings",
    "move",
    "moved_protocol",
    "protocol",
    "repeats",
    "replay",
    "sha256_text",
    "shuffle",
    "table_sizes",
    "tables_by_hand",
    "verify",
    "verify_lot",
]
