"""The one error of the draw."""


class LotsError(ValueError):
    """No lots can be drawn or checked from this input; the text says why."""
