"""Skills: instructions by domain in the open SKILL.md folder format, in English and Chinese."""
