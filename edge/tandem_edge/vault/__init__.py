"""The vault: one random data key, the ways in to it, and the only door to a database.

The data key is wrapped once for every way in (the system's keyring, a passphrase, a key file, a
recovery phrase) in ``keys.json``; databases are opened with a subkey of it, by ``open_database``
and by nothing else. A key that does not fit changes no byte of the home.
"""
