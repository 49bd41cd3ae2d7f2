"""Prints the rows of an SQL script's queries, `r0(1, "a")` a line: python3 sql_report.py FILE"""

import json
import sys

# {engine}

for statement in open(sys.argv[1], encoding="utf-8").read().split(";\n"):
    must_fail = statement.startswith("/* must fail */")
    rows = []
    try:
        rows = run(statement.removeprefix("/* must fail */").strip()) if statement.strip() else []
    except Exception as error:
        if not must_fail:
            sys.exit(type(error).__name__ + ": " + " ".join(str(error).partition("Stack Trace:")[0].split()))
    else:
        if must_fail:
            raise ValueError("this statement must fail: " + statement)
    if statement.startswith(("SELECT", "WITH")):
        for name, *fields in rows:
            print(name + "(" + ", ".join(json.dumps(field, ensure_ascii=False) for field in fields) + ")")
print("end")
