"""Content providers: one file an authority, with ``AUTHORITY`` and ``PROVIDER``."""
