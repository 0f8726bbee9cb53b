"""Finding one's way on the phone's screens: exploring, choosing, filling in, touching."""
