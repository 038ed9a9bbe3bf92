"""A short name for a device from its User-Agent: "iPhone · Safari". It is enough to tell a table's devices apart."""

from django.utils.translation import gettext

# The first one found counts: the User-Agent of an iPad or Android also names others.
MACHINES = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
]
# Each browser also claims to be the ones below it.
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
    """The machine and browser that this User-Agent names; "Device" where it names none."""
    labels = [next((name for token, name in names if token in user_agent), "") for names in (MACHINES, BROWSERS)]
    return " · ".join(name for name in labels if name) or gettext("Device")
