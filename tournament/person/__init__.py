"""A person's data: names, dates of birth, signatures drawn with a finger; and forgetting them. Knows no rows."""
