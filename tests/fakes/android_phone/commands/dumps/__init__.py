"""What ``dumpsys`` prints of a service: one file a service, found by its name or ``SERVICE``."""
