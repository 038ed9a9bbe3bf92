"""Rules as data that a club copies, edits and prints, in every layer. How they score: scoring/."""
