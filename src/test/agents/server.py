#!/usr/bin/env python3
"""An MCP server on stdio that returns a result of each shape, to see what clients make of them.

It is copied into the folder of a session, where the scripted model edits it as an agent would: breaks it, mends it, adds
a tool, changes a schema. It needs no packages. It leaves its pid, and that of the process that started it, in `pids`.
It says nothing of Pitstop or of restarts, so that whoever reads such words knows whose they are.
"""

import json
import os
import sys

OPEN = {"type": "object", "properties": {"value": {"type": "string"}}, "required": ["value"]}
CLOSED = {**OPEN, "additionalProperties": False}
# Seven pixels of one colour: a client that looks into it finds a valid picture.
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAcAAAABCAIAAACdaSOZAAAADUlEQVR4nGM4IReFiQBjWAjBFiRtJwAAAABJRU5ErkJggg=="


def text(words):
    return {"type": "text", "text": words}


def plain():
    return {"content": [text("the plain result")]}


def json_text():
    return {"content": [text('{"value": "the result in JSON"}'), text("and a word on it")]}


def picture():
    return {"content": [{"type": "image", "data": PICTURE, "mimeType": "image/png"}]}


def typed():
    return {"content": [text("the typed result")], "structuredContent": {"value": "the typed result"}}


def only_typed():
    return {"content": [], "structuredContent": {"value": "the typed result"}}


def failed():
    return {"content": [text("the failed result")], "isError": True}


def failed_typed():
    return {**failed(), "structuredContent": {"value": "the failed result"}}


def long():
    return {"content": [text("the long result " + "and so on " * 1700)]}


def crash():
    print("FATAL: cannot open /data/db: no such file", file=sys.stderr, flush=True)
    for i in range(30):
        print("closing connection", i, file=sys.stderr, flush=True)
    sys.exit(3)


# name -> (what it does, its output schema)
TOOLS = {
    "plain": (plain, None),
    "json_text": (json_text, None),
    "picture": (picture, None),
    "untyped": (typed, None),
    "open": (typed, OPEN),
    "closed": (typed, CLOSED),
    "only_untyped": (only_typed, None),
    "only_open": (only_typed, OPEN),
    "only_closed": (only_typed, CLOSED),
    "failed": (failed, None),
    "failed_open": (failed_typed, OPEN),
    "failed_closed": (failed_typed, CLOSED),
    "refused": (None, None),
    "long": (long, None),
    "crash": (crash, None),
    # more tools
}

# name -> its input schema, where it takes something
INPUTS = {
    # more inputs
}


def input_schema(name):
    return INPUTS.get(name, {"type": "object", "properties": {}})


def called(name, arguments):
    missing = [word for word in input_schema(name).get("required", []) if word not in arguments]
    if missing:
        return {"content": [text(f"invalid arguments: missing {missing}")], "isError": True}
    return TOOLS[name][0]()


def listed(name, schema):
    tool = {"name": name, "description": f"Shape {name}.", "inputSchema": input_schema(name)}
    return tool if schema is None else {**tool, "outputSchema": schema}


def answer(method, params):
    if method == "initialize":
        return {"result": {
            "protocolVersion": params["protocolVersion"], "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": "shapes", "version": "1"},
            "instructions": "Shapes of results.\nThis line is their second."}}
    if method == "tools/list":
        return {"result": {"tools": [listed(name, schema) for name, (_, schema) in TOOLS.items()]}}
    if method == "tools/call" and params["name"] == "refused":
        return {"error": {"code": -32000, "message": "the refused result"}}
    if method == "tools/call" and params["name"] in TOOLS:
        return {"result": called(params["name"], params.get("arguments", {}))}
    if method == "ping":
        return {"result": {}}
    return {"error": {"code": -32601, "message": f"no {method}"}}


with open("pids", "a") as pids:  # its own, and Pitstop's
    print(os.getpid(), os.getppid(), file=pids)
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        reply = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **reply}), flush=True)
