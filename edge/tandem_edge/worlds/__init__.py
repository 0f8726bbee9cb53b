"""Environment instances apart from the model side: created, scheduled, reset, cleaned up.

    with WorldManager(workers=4) as manager:
        with manager.lease(WorldSpec(seed=7), ttl_s=60) as phone:
            phone.call(call)

``manager`` leases worlds out, ``host`` keeps many of them in one worker, ``processes`` and
``ray_backend`` are two ways to run workers.
"""
