"""Turns reviewed experience into better bundles. Enter by ``tandem_trainer.facade``."""
