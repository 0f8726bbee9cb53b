"""What each promise measures: ``make show-NAME``. Every figure is measured now, by commands."""
