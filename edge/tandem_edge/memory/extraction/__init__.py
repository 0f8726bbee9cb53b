"""Reading facts, times and things to be reminded of out of turns, in English and Chinese."""
