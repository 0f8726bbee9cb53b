"""The flywheel's steps over the experience store: the one room that knows the others.

Each step reads records from the store, has a room of the trainer work on them, and writes what came
of it back, with a record of the digests that went in. A step that was killed goes on, or begins
anew, when it is run again, and comes to the same.
"""
