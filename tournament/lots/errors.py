"""The one error of the draw."""


class LotsError(ValueError):
    """Input from which no lots can be drawn or checked; the text says why."""
