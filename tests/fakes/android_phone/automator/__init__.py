"""The server of UI automation that uiautomator2 starts on the phone."""
