"""`kameny solve`: positions in faces, read, solved, answered in JSON or drawn."""
