"""A real Android phone, over adb and uiautomator2."""
