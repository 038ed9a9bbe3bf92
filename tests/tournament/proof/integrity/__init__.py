"""Tests of the means that prevent or reveal changes."""
