"""The JSON Schemas of what Assay prints (docs/schema), for the tests that read it."""

import json
import os
import unittest

from harness import SOURCE

try:
    import jsonschema
except ImportError:
    jsonschema = None

FOLDER = os.path.join(SOURCE, "docs", "schema")


def schema(name):
    with open(os.path.join(FOLDER, name + ".schema.json"), encoding="utf-8") as file:
        return json.load(file)


def complaints(name, value):
    """Violations of the schema in the value. Skips the test where python3-jsonschema is not installed."""
    if jsonschema is None:
        raise unittest.SkipTest("python3-jsonschema is not installed")
    validator = jsonschema.Draft202012Validator(schema(name))
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(value)]
