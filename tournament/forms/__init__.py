"""Forms: check what people type, and say beside the field what is wrong."""
