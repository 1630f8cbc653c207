"""The web: one socket for each phone, a little HTTP beside it."""
