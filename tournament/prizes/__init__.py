"""Prizes: what there is to win, who gets it and why, the choosing in order, the handing out."""
