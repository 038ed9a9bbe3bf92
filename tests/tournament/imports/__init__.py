"""Tests of reading a club's list."""
