"""``python3 -m hexumpire``: the command line."""

import sys

from hexumpire.cli import main

if __name__ == "__main__":
    sys.exit(main())
