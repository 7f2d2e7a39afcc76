"""Run the command line with ``python -m scorer.cli``."""

from . import main

if __name__ == "__main__":
    main()
