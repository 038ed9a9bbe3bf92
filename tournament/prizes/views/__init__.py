"""Views: each authorises, parses, acts and answers."""
