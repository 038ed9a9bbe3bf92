"""Seals: what proves that a document is ours and unchanged. Bytes and keys; knows no rows and no page."""
