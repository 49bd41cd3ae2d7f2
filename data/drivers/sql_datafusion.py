"""The command assay-datafusion."""

import sys

import sql

if __name__ == "__main__":
    sys.exit(sql.main("datafusion", sys.argv[1:]))
