"""Whether a new planner's file may take its parent's place: benchmark, gates, general ability."""
