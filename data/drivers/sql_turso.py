"""The command assay-turso."""

import sys

import sql

if __name__ == "__main__":
    sys.exit(sql.main("turso", sys.argv[1:]))
