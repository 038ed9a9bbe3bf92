"""The one error of the draw."""


class LotsError(ValueError):
    """The input cannot be used to draw or check lots; the text says why."""
