"""The prize-giving: one step counter, from which every screen works out its picture."""
