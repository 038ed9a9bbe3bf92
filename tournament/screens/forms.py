"""What the desk types about screens. Parses, writes nothing."""

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.forms.texts import LineField
from tournament.screens.scenes import Scene
from tournament.screens.services import NAME_LENGTH, TEXT_LENGTH

# What hangs or stands in most halls.
USUAL = (_("Projector in the hall"), _("TV at the bar"), _("TV at the entrance"))


class NameForm(forms.Form):
    """A new screen: the code that it shows, and what it is called."""

    code = forms.CharField(
        label=_("Code on the screen"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    name = LineField(
        label=_("Name of the screen"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"list": "usual_screens", "autocomplete": "off"}),
    )

    usual = USUAL

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].necessary_at_times = True  # type: ignore[attr-defined]  # unless it has one


class ScreenForm(forms.Form):
    """What a screen is called and shows."""

    name = LineField(label=_("Name of the screen"), max_length=NAME_LENGTH)
    scenes = forms.MultipleChoiceField(
        label=_("It shows"),
        choices=Scene.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Several take turns; what there is nothing of yet is left out. The draw, a lot and the prize-giving come "
            "first as long as they last. After it the honour roll stays until you untick both here."
        ),
    )
    seconds = forms.IntegerField(
        label=_("Seconds for each"), min_value=5, max_value=600, help_text=_("A long list goes on where it was left.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scenes"].necessary_at_times = True  # type: ignore[attr-defined]  # the service says it better


class ScreenMessageForm(forms.Form):
    """A message to the hall, and the time that the screens count down to."""

    text = LineField(label=_("Message"), max_length=TEXT_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    until = forms.TimeField(
        label=_("Until"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_(
            "The screens count down to this time, and add it to the message if it does not name it. Without a time the "
            "message stays."
        ),
    )

    def moment(self) -> dt.datetime | None:
        """The time as a moment: today, or tomorrow if that is nearer; None without one."""
        return moment_of(self.cleaned_data["until"], timezone.localtime())


def moment_of(time: dt.time | None, now: dt.datetime) -> dt.datetime | None:
    """The moment with this time of day that is nearest to now: at 23:50 a message until 0:10 is meant for tomorrow."""
    if time is None:
        return None
    today = now.replace(hour=time.hour, minute=time.minute, second=0, microsecond=0)
    days = [today + dt.timedelta(days=day) for day in (-1, 0, 1)]
    return min(days, key=lambda moment: abs(moment - now))
