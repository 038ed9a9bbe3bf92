"""Spielliste: the Django side. Imports nothing, so that tournament.lots runs without Django."""
