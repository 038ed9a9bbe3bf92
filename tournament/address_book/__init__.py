"""The address book: everybody who ever took part, found by three letters, and pairs that may be one person."""
