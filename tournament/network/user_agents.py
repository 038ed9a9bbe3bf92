"""Short names for devices, like "iPhone · Safari". They are good enough to tell two devices of a table apart."""

from django.utils.translation import gettext

# The first match counts, because the text of an iPad or of Android also names other systems.
MACHINES = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
]
# The first match counts: each browser also claims to be those below it.
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
    """Return the machine and browser that a User-Agent names; "Device" if it names neither."""
    known = [next((name for token, name in names if token in user_agent), "") for names in (MACHINES, BROWSERS)]
    return " · ".join(name for name in known if name) or gettext("Device")
