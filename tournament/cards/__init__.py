"""Start cards, and the player's own page that a card opens without a login."""
