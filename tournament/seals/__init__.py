"""Seals: what proves that a document is ours and unchanged. Deals in bytes and keys; knows no rows and no page."""
