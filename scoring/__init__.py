"""The rules of tournament Schafkopf: plain Python, no Django, no clock, no randomness, no German."""
