"""Tests of the words: every code has a text, and the texts are right."""
