"""The journal and its engines."""
