"""The network in the hall: private networks, certificates that devices trust, QR codes. Knows no rows and no page."""
