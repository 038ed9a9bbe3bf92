"""The participants of a tournament: list, presence, ages, names in public, substitutes, deletion, in every layer."""
