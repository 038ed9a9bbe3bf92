"""What a person is to us: a name, a date of birth, a signature drawn by finger; and being forgotten. Knows no rows."""
