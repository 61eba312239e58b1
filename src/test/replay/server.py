#!/usr/bin/env python3
"""A server whose answers change with its version, which stands in the file VERSION of its folder: 1, changed, gone or
fails. It writes JSON with odd white space, as some servers do.
"""

import json
import os
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))


def version():
    try:
        with open(os.path.join(FOLDER, "VERSION"), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return "1"


VERSION = version()


def tools():
    schema = {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}}}
    schema["required"] = ["query"]
    read = {"readOnlyHint": True}
    every = [{"name": "search", "annotations": read, "inputSchema": schema}] if VERSION != "gone" else []
    every += [{"name": name, "annotations": read, "inputSchema": {"type": "object"}} for name in ("now", "login")]
    return every + [{"name": "write", "inputSchema": {"type": "object"}}]


def call(name, arguments):
    if name == "search" and VERSION == "fails":
        return {"isError": True, "content": [{"type": "text", "text": "the index is missing"}]}
    if name == "search":
        found = {"items": [{"id": 1, "price": 12 if VERSION == "changed" else 10}], "query": arguments.get("query")}
        return {"content": [{"type": "text", "text": json.dumps(found)}], "structuredContent": found}
    if name == "now":
        return {"content": [{"type": "text", "text": "at\n%d\nend" % time.monotonic_ns()}]}
    return {"content": [{"type": "text", "text": name + " é \u2028 ok"}]}


def answer(message):
    if message["method"] == "initialize":
        return {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "shop", "version": VERSION},
        }
    if message["method"] == "tools/list":
        return {"tools": tools()}
    if message["method"] == "tools/call":
        return call(message["params"]["name"], message["params"].get("arguments", {}))
    return {}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        response = {"jsonrpc": "2.0", "id": asked["id"], "result": answer(asked)}
        sys.stdout.write(" " + json.dumps(response, ensure_ascii=False, separators=(" ,", " :\t")) + " \n")
        sys.stdout.flush()
