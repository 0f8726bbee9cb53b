"""The benchmark's tasks: written as scenarios, built into tasks with criteria, frozen."""
