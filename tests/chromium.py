"""How the tests start Debian's Chromium."""

import os
import shutil

# Playwright's own list, whose place ours takes, then what only costs a test time: the two pages that stand behind the
# address bar of every window, and a process kept in reserve for every page.
FEATURES_OFF = [
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess",
]  # fmt: skip


def chromium_program() -> str | None:
    """Where it is; None where it is not installed. The headless shell is the same engine at half the processor time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def chromium_arguments() -> list[str]:
    """What it is started with."""
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [f"--disable-features={','.join(FEATURES_OFF)}", *as_root]
