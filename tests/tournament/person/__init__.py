"""Tests of what is personal: names, dates of birth, drawn signatures."""
