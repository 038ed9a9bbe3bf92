"""Tests of the network in the hall."""
