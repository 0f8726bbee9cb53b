"""The sandbox phone's screens: what a person or a GUI agent sees and taps.

Screens hold no rules. What they show is read from the store, and what a tap does is one call of
a tool of the catalogue, so that the phone changes as it does for any other caller.
"""
