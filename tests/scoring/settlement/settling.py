"""What a game pays, and why it is refused."""

import pytest

from scoring.errors import ScoringError
from scoring.records import record_from_json
from scoring.settlement import settle
from scoring.tariffs import load_tariff


def units(tariff: str, *parts: dict[str, object]) -> tuple[int, ...]:
    record = {key: value for part in parts for key, value in part.items()}
    return settle(load_tariff(tariff), record_from_json(record)).units


def refusal(tariff: str, *parts: dict[str, object]) -> str:
    with pytest.raises(ScoringError) as refused:
        units(tariff, *parts)
    return refused.value.code
