"""Tests of what keeps and shows that nothing was changed."""
