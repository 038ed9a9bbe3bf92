"""How the tests start Debian's Chromium."""

import os
import shutil

# Playwright's own list, which ours replaces, and then what only costs a test time: the two pages behind the address bar
# of every window, and a process that is kept in reserve for every page.
FEATURES_OFF = [
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
]  # fmt: skip


def chromium_program() -> str | None:
    """The program's path or None if it is missing. The headless shell is the same engine at half the processor time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def chromium_arguments() -> list[str]:
    """The command-line arguments of the browser."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [f"--disable-features={','.join(FEATURES_OFF)}", *as_root]
