"""``python -m tandem_trainer``: the same commands, for launchers that start a module."""

from tandem_trainer.cli.main import main

if __name__ == "__main__":
    main()
