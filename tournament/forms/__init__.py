"""Forms: what people type, checked beside the field."""
