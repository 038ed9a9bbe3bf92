"""The network in the hall: who may reach us, how devices trust us, addresses to scan. Knows no rows and no page."""
