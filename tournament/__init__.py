"""Spielliste, the Django part. Imports nothing, so that tournament.lots runs without Django.

Numbers like 5.2.16 in comments and docstrings are sections of the rules; "reading 14" is number 14 of docs/readings.md,
which lists where the rules are unclear.
"""
