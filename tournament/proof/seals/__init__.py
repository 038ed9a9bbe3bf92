"""Seals prove that a document is ours and unchanged. These modules handle bytes and keys, no rows and no pages."""
