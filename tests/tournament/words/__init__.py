"""Tests of the words: every code has some, and they say the right thing."""
