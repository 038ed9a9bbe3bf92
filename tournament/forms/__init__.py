"""Forms: they check what people type, and put a sentence beside each wrong field."""
