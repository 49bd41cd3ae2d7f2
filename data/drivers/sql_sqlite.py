"""The command assay-sqlite."""

import sys

import sql

if __name__ == "__main__":
    sys.exit(sql.main("sqlite", sys.argv[1:]))
