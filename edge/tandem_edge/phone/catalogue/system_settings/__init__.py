"""The system itself: battery, language, updates, accounts."""
