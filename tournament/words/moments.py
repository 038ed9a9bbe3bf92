"""How long ago something was, as people say it at a table. Knows no rows."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext


def ago(moment: datetime) -> str:
    """ "just now", "2 minutes ago", "at 18:42", or with its day where it was not today."""
    since = timezone.now() - moment
    if since < timedelta():
        return clock(moment)  # the clock was set back
    if since < timedelta(minutes=1):
        return gettext("just now")
    if since < timedelta(hours=1):
        minutes = int(since.total_seconds() // 60)
        return ngettext("%(minutes)s minute ago", "%(minutes)s minutes ago", minutes) % {"minutes": minutes}
    return clock(moment)


def clock(moment: datetime) -> str:
    """ "at 18:42", or with its day where it was not today."""
    here = timezone.localtime(moment)
    if here.date() == timezone.localdate():
        return gettext("at %(time)s") % {"time": date_format(here, "TIME_FORMAT")}
    return gettext("on %(time)s") % {"time": date_format(here, "SHORT_DATETIME_FORMAT")}
