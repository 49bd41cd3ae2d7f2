"""The command assay-clickhouse."""

import sys

import sql

if __name__ == "__main__":
    sys.exit(sql.main("clickhouse", sys.argv[1:]))
