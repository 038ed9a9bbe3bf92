"""Tests of what pages take in."""
