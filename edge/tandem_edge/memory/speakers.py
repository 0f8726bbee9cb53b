"""What memory calls those who speak without a name: whom it belongs to, and the assistant."""

from __future__ import annotations

OWNER = "owner"
"""The speaker that "I" stands for in a question."""
AGENT = "tandem"
"""The speaker of answers and of what Tandem itself records."""
