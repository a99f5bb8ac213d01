"""The part of JSON Schema that docs/schemas use, for tests without packages."""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int,
         "null": type(None)}


def errors(value, schema, root, where="$"):
    """Sentences about where the value departs from the schema; none if it does not."""
    found = []
    if "$ref" in schema:
        target = root
        for name in schema["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        found += errors(value, target, root, where)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        wrong_bool = isinstance(value, bool) and "boolean" not in names
        if wrong_bool or not any(isinstance(value, TYPES[name]) for name in names):
            return found + [f"{where}: {value!r} is not of type {' or '.join(names)}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    if value is None:
        return found  # patterns, limits and parts are of other types
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not match {schema['pattern']}")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{where}: {value!r} is below {schema['minimum']}")
    if "maximum" in schema and value > schema["maximum"]:
        found.append(f"{where}: {value!r} is above {schema['maximum']}")
    for name in schema.get("required", []):
        if name not in value:
            found.append(f"{where}: {name} is missing")
    for name, part in schema.get("properties", {}).items():
        if name in value:
            found += errors(value[name], part, root, f"{where}.{name}")
    if isinstance(schema.get("additionalProperties"), dict):
        for name in value.keys() - schema.get("properties", {}).keys():
            found += errors(value[name], schema["additionalProperties"], root, f"{where}.{name}")
    if "items" in schema:
        for i, item in enumerate(value):
            found += errors(item, schema["items"], root, f"{where}[{i}]")
    if "oneOf" in schema:
        fitting = [part for part in schema["oneOf"] if not errors(value, part, root, where)]
        if len(fitting) != 1:
            found.append(f"{where}: fits {len(fitting)} of the alternatives, expected one")
    return found
