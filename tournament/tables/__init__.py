"""Tables of django-tables2."""
