"""Seals, which prove that a document is ours and unchanged. Works on bytes and keys; knows no rows and no page."""
