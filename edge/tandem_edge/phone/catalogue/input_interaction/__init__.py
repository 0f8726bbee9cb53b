"""Keyboard, clipboard, gestures, screen and notifications."""
