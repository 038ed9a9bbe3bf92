"""The form of a tariff, in cents, and the one that takes in a file. A copy pays the same games as its origin.

Each price has its dotted key as name; scoring says what is wrong with the tariff that they make.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.contracts import FIXED, KINDS, LEVELS
from scoring.errors import Problem
from scoring.formats import upgraded_tariff
from scoring.reader import decode
from scoring.tariffs import MOST_IN_POT, POINTS, Tariff, check_tariff
from scoring.worth import IGNORED, SCORED
from tournament.forms.texts import LineField
from tournament.models import OwnTariff
from tournament.rulesets.forms.changes import without_sections
from tournament.rulesets.forms.rulesets import id_of_title
from tournament.rulesets.forms.text import Document, text_of_document
from tournament.tariffs.services import LONGEST_SLUG, LONGEST_TEXT, LONGEST_TITLE
from tournament.tariffs.words import DOUBLES, WON_BY, fault_sentence
from tournament.words.labels import CONTRACTS
from tournament.words.tariff_labels import tariff_title

MOST_CENTS = 100_000
MOST_UNITS = 10_000
LEVEL_LABELS = {
    "simple": gettext_lazy("Simple"),
    "schneider": gettext_lazy("Schneider"),
    "schwarz": gettext_lazy("Schwarz"),
    FIXED: gettext_lazy("Price"),
}
# By the table of the file whose values stand under it; "" is the top of the file.
HEADINGS = {
    "": gettext_lazy("About this tariff"),
    "runners": gettext_lazy("Runners"),
    "doublings": gettext_lazy("Contra"),
    "pot": gettext_lazy("Pot"),
}
_FACTORS = re.compile(r"\A\s*[1-9][0-9]?(?:[\s,;]+[1-9][0-9]?)*\s*\Z")


class CentsField(forms.IntegerField):
    """A price in cents. The form makes units of it."""

    def __init__(self, *, least: int = 0, most: int = MOST_CENTS, **kwargs: Any) -> None:
        super().__init__(min_value=least, max_value=most, **kwargs)


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceCard:
    """The fields of one contract: its own prices, or so many times those of another, and what else is agreed."""

    title: str
    prices: tuple[BoundField, ...]
    multiple: tuple[BoundField, ...]
    more: tuple[BoundField, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TariffFault:
    """Something wrong with a field: the id of the field on the page, its name with its heading, and the sentence."""

    id: str
    name: str
    sentence: str


class TariffForm(forms.Form):
    """A tariff being copied from `origin`, or, with `own`, changed. After a valid one `text` holds its TOML."""

    title = LineField(
        label=gettext_lazy("Name of the tariff"),
        max_length=LONGEST_TITLE,
        help_text=gettext_lazy("As your club says it, such as 10/20/50."),
    )

    text = ""

    def __init__(self, *args: Any, origin: Tariff, own: OwnTariff | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._own, self._origin = own, origin
        self._document: Document = without_sections(upgraded_tariff(decode(origin.text)))
        # A copy gets a name of its own: that of a bundled tariff says its prices.
        self.initial["title"] = origin.title if own else ""
        by_points = origin.pays == POINTS
        self.fields["unit_cents"] = CentsField(
            label=_("Cents a point") if by_points else _("Unit in cents"),
            least=1,
            initial=origin.unit_cents,
            help_text="" if by_points else _("Every price is a multiple of it: 10, or 5 if something costs 5."),
        )
        self.fields |= dict(_points_fields(origin) if by_points else _games_fields(origin))
        self.fields |= dict(_pot_fields(origin))
        for name in origin.prices:
            self.fields |= dict(_contract_fields(origin, name, self._entry(name)))
        for field in self.fields.values():
            field.necessary_at_times = True  # type: ignore[attr-defined]  # help texts say what may stay empty

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        """Yield the fields that are about no single contract, with the heading of each group."""
        for table, heading in HEADINGS.items():
            bound = [self[name] for name in self.fields if name.rpartition(".")[0] == table]
            if bound:
                yield str(heading), bound

    def faults(self) -> Iterator[TariffFault]:
        """Yield everything wrong with a field, in the order of the page."""
        groups = [(heading, fields) for heading, fields in self.groups()]
        cards = [(card.title, [*card.prices, *card.multiple, *card.more]) for card in self.cards()]
        for heading, fields in groups + cards:
            for field in fields:
                for sentence in field.errors:
                    yield TariffFault(id=field.auto_id, name=f"{heading} · {field.label}", sentence=str(sentence))

    @property
    def has_cards(self) -> bool:
        """Whether games have prices of their own."""
        return bool(self._origin.prices)

    def cards(self) -> Iterator[PriceCard]:
        """Yield the fields of each contract."""
        for name in self._origin.prices:
            key = f"contracts.{name}."
            bound = [self[field] for field in self.fields if field.startswith(key)]
            multiple = [field for field in bound if field.name.endswith((".of", ".times"))]
            prices = [field for field in bound if ".values." in field.name and field not in multiple]
            more = [field for field in bound if field not in (*multiple, *prices)]
            yield PriceCard(
                title=str(CONTRACTS[name]), prices=tuple(prices), multiple=tuple(multiple), more=tuple(more)
            )

    def clean(self) -> None:
        """Make the text; note what scoring finds wrong with it beside the field that it is about."""
        super().clean()
        unit = self.cleaned_data.get("unit_cents")
        if unit is None:
            return
        document = self._changed(unit)
        if self.errors:
            return
        self.text = text_of_document(document, tables=())
        for fault in check_tariff(self.text):
            self._note(fault)

    def _entry(self, contract: str) -> Document:
        entry: Document = self._document["contracts"][contract]
        return entry

    def _note(self, fault: Problem) -> None:
        """Put a fault beside its field, or the first field below its key, or the nearest above."""
        key = str(fault.context.get("key", ""))
        while key and key not in self.fields:
            below = next((name for name in self.fields if name.startswith(f"{key}.")), "")
            key = below or key.rpartition(".")[0]
        self.add_error(key or None, fault_sentence(fault))

    def _changed(self, unit: int) -> Document:
        """Return the document with what was typed; what is wrong with a field is noted beside it."""
        data, document = self.cleaned_data, dict(self._document)
        title = data.get("title", "")
        document |= {"title": title, "unit_cents": unit, "id": self._id(title)}
        if self._own is None:
            document["source"] = _("%(title)s, changed") % {"title": tariff_title(self._origin)}
        most = self._units("pot.most", unit, most=MOST_IN_POT)
        document["pot"] = {
            "sweetener": self._units("pot.sweetener", unit),
            "won_by": data.get("pot.won_by"),
            "most": "any" if most is None else most,
        }
        if self._origin.pays == POINTS:
            return document | {"contracts": data.get("contracts")}
        document["runners"] = {"value": self._units("runners.value", unit), "claimed": data.get("runners.claimed")}
        document["doublings"] = self._doublings()
        document["contracts"] = {name: self._contract(name, unit) for name in self._origin.prices}
        return document

    def _id(self, title: str) -> str:
        if self._own is not None:
            return self._own.slug
        name = id_of_title(title)[:LONGEST_SLUG].strip("-")
        if title and not name:
            self.add_error("title", _("Please use some letters or digits."))
        return name

    def _doublings(self) -> Document:
        data, before = self.cleaned_data, self._document["doublings"]
        most, rule = data.get("doublings.most"), SCORED if before["rule"] == IGNORED else before["rule"]
        return {
            "rule": rule if data.get("doublings.rule") else IGNORED,
            "most": "any" if most is None else most,
            **{name: data.get(f"doublings.{name}") for name in ("doubles", "laying", "knocking")},
        }

    def _contract(self, name: str, unit: int) -> Document:
        data, key, before = self.cleaned_data, f"contracts.{name}", self._entry(name)
        if unit != self._origin.unit_cents and ("announced" in before["values"] or "values" in before["runners"]):
            kept = _("This tariff has prices that this form does not show, so the unit stays %(unit)s cents.")
            self.add_error("unit_cents", kept % {"unit": self._origin.unit_cents})
        entry: Document = {**before, "values": self._values(name, unit), "doubled": data.get(f"{key}.doubled")}
        if f"{key}.runners.from" in self.fields:
            first, most = (data.get(f"{key}.runners.{end}") or 0 for end in ("from", "most"))
            entry["runners"] = {**before["runners"], "from": first, "most": most}
        if f"{key}.durchmarsch" in self.fields:
            factors = re.findall("[0-9]+", data.get(f"{key}.jungfrau_factors", ""))
            entry["jungfrau_factors"] = [int(factor) for factor in factors]
            entry["durchmarsch"] = self._units(f"{key}.durchmarsch", unit)
        return entry

    def _values(self, name: str, unit: int) -> Document:
        key, levels = f"contracts.{name}.values", KINDS[name].levels
        source, _dot, level = self.cleaned_data.get(f"{key}.of", "").partition(".")
        # What the page does not show then cannot be wrong.
        for unused in levels if source else ("times",):
            self.errors.pop(f"{key}.{unused}", None)
        if source:
            times = self.cleaned_data.get(f"{key}.times")
            if times is None and not self.has_error(f"{key}.times"):
                self.add_error(f"{key}.times", _("How many times?"))
            return {"times": times, "of": source} | ({"level": level} if level else {})
        announced = {level: price for level, price in self._entry(name)["values"].items() if level == "announced"}
        return announced | {level: self._units(f"{key}.{level}", unit, needed=True) for level in levels}

    def _units(self, name: str, unit: int, *, most: int = MOST_UNITS, needed: bool = False) -> int | None:
        """Return a price in units; one that is none is noted beside its field."""
        cents = self.cleaned_data.get(name)
        if cents is None:
            if needed and not self.has_error(name):
                self.add_error(name, _("The price is missing."))
            return None
        if cents % unit:
            self.add_error(name, _("This is no multiple of the unit, %(unit)s cents.") % {"unit": unit})
        elif cents // unit > most:
            self.add_error(name, _("At most %(most)s cents with this unit.") % {"most": most * unit})
        return int(cents // unit)


class TariffFileForm(forms.Form):
    """A tariff as a TOML file; `cleaned_data` has its text."""

    toml_file = forms.FileField(
        label=gettext_lazy("TOML file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,application/toml,text/plain"}),
    )

    def clean_toml_file(self) -> str:
        """Read the file as text."""
        file = self.cleaned_data["toml_file"]
        if file.size > LONGEST_TEXT:
            raise forms.ValidationError(_("This is too long for a tariff."))
        try:
            return str(file.read().decode("utf-8-sig")).replace("\r\n", "\n")
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This is no text file in UTF-8.")) from None


def _points_fields(origin: Tariff) -> Iterator[tuple[str, forms.Field]]:
    yield (
        "contracts",
        forms.MultipleChoiceField(
            label=_("Games that it pays"),
            choices=[(name, str(CONTRACTS[name])) for name in KINDS],
            initial=[name for name in KINDS if name in origin.contracts],
            widget=forms.CheckboxSelectMultiple,
        ),
    )


def _games_fields(origin: Tariff) -> Iterator[tuple[str, forms.Field]]:
    unit, doublings = origin.unit_cents, origin.scale.doublings
    yield "runners.value", CentsField(label=_("Each runner, in cents"), initial=origin.scale.runner * unit)
    yield "runners.claimed", _flag(_("Only claimed runners are paid"), origin.claims)
    yield "doublings.rule", _flag(_("Contra doubles the price"), doublings.rule != IGNORED)
    most = origin.settings["doublings.most"]
    yield (
        "doublings.most",
        forms.IntegerField(
            label=_("At most so many times"),
            min_value=0,
            max_value=20,
            required=False,
            initial=most if isinstance(most, int) else None,
            help_text=_("1: Stoss only, 2: Retour too. Empty: as often as one likes."),
        ),
    )
    yield "doublings.doubles", _choice(_("What is doubled"), DOUBLES, doublings.doubles)
    yield "doublings.laying", _flag(_("Laying (Legen) doubles the game"), doublings.laying)
    yield "doublings.knocking", _flag(_("Knocking (Klopfen) doubles the game"), doublings.knocking)


def _pot_fields(origin: Tariff) -> Iterator[tuple[str, forms.Field]]:
    unit, most = origin.unit_cents, origin.most_in_pot
    yield (
        "pot.sweetener",
        CentsField(
            label=_("For a deal thrown in, in cents"),
            initial=origin.sweetener * unit,
            help_text=_(
                "When the cards are thrown in, everybody at the table pays so much into the pot (Stock). Whoever plays "
                "next wins it; whoever loses doubles it. 0: there is no pot."
            ),
        ),
    )
    yield "pot.won_by", _choice(_("It goes to"), WON_BY, origin.won_by)
    yield (
        "pot.most",
        CentsField(
            label=_("It holds at most, in cents"),
            least=1,
            most=MOST_IN_POT,
            required=False,
            initial=most * unit if most <= MOST_IN_POT else None,
            help_text=_("Empty: as much as comes in."),
        ),
    )


def _contract_fields(origin: Tariff, name: str, entry: Document) -> Iterator[tuple[str, forms.Field]]:
    key, price, unit, values = f"contracts.{name}", origin.prices[name], origin.unit_cents, entry["values"]
    for level in KINDS[name].levels:
        label = str(LEVEL_LABELS[level])
        cents = price.plain(level) * unit
        yield f"{key}.values.{level}", CentsField(label=label, least=1, required=False, initial=cents)
    source = ".".join(part for part in (values.get("of"), values.get("level")) if part)
    yield (
        f"{key}.values.of",
        forms.ChoiceField(
            label=_("A multiple of"),
            required=False,
            choices=[("", _("no, its own price")), *_sources(origin, name)],
            initial=source,
        ),
    )
    times = forms.IntegerField(
        label=_("So many times"), min_value=1, max_value=100, required=False, initial=values.get("times", 1)
    )
    yield f"{key}.values.times", times
    if KINDS[name].has_runners:
        for end, label in (("from", _("Runners from")), ("most", _("Runners up to"))):
            number = forms.IntegerField(
                label=label, min_value=0, max_value=14, required=False, initial=entry["runners"][end] or None
            )
            yield f"{key}.runners.{end}", number
    if name in origin.ramsch:
        ramsch = origin.ramsch[name]
        factors = forms.RegexField(
            _FACTORS,
            label=_("One Jungfrau, two and so on: so many times the price"),
            initial=", ".join(str(factor) for factor in ramsch.jungfrau_factors),
        )
        yield f"{key}.jungfrau_factors", factors
        durchmarsch = CentsField(label=_("Durchmarsch, in cents"), least=1, initial=ramsch.durchmarsch * unit)
        yield f"{key}.durchmarsch", durchmarsch
    yield f"{key}.doubled", _flag(_("Contra may double it"), price.doubled)


def _sources(origin: Tariff, name: str) -> Iterator[tuple[str, str]]:
    """The contracts whose price another one can be a multiple of; one fixed price is that of one level."""
    whole = KINDS[name].levels == LEVELS
    for other in origin.prices:
        levels = KINDS[other].levels
        if other == name or (whole and levels != LEVELS):
            continue
        title = str(CONTRACTS[other])
        if whole:
            yield other, title
        else:
            for level in levels:
                words = {"contract": title, "level": LEVEL_LABELS[level]}
                yield f"{other}.{level}", title if level == FIXED else _("%(contract)s, %(level)s") % words


def _flag(label: str, initial: bool) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=initial)


def _choice(label: str, options: Any, initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(options.items()), initial=initial)
