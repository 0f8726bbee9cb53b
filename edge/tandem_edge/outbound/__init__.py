"""Everything that leaves the device: where to, what for, with whose consent, at what price.

A destination is a host. Nothing is sent to one before its owner has allowed it for the purpose at
hand (``Outbound.require``), private fields of the phone only as far as their classes were allowed
too, and what costs money only below a cap a month. Keys lie in the system's keyring.
"""
