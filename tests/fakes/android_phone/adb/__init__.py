"""The phone's side of the adb protocol: frames, connections, streams, services."""
