"""What a device calls itself, in few words: "iPhone · Safari". Good enough to tell two devices of a table apart."""

from django.utils.translation import gettext

# The first that is found names it: an iPad's or an Android's text also speaks of others.
MACHINES = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
]
# Each of them also claims to be those below it.
BROWSERS = [
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgiOS/", "Edge"),
    ("EdgA/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
]


def device_label(user_agent: str) -> str:
    """Machine and browser that this User-Agent tells of; "Device" where it tells nothing."""
    known = [next((name for token, name in names if token in user_agent), "") for names in (MACHINES, BROWSERS)]
    return " · ".join(name for name in known if name) or gettext("Device")
