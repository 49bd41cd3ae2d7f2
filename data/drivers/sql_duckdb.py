"""The command assay-duckdb."""

import sys

import sql

if __name__ == "__main__":
    sys.exit(sql.main("duckdb", sys.argv[1:]))
