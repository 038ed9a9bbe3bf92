"""The handbook: Markdown files beside the code, shown at /hilfe/, searched, printed. Knows no tournament."""
