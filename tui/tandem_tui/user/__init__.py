"""The user's screens, one file a screen."""
