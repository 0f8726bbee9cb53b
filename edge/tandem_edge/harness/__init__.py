"""The harness: assembles the planner's context, carries its decisions out, streams events."""
