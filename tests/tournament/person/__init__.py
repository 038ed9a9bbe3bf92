"""Tests of personal data: names, dates of birth, drawn signatures."""
