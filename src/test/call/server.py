"""A server for the tests of `pitstop call` and of the console. Answers as the SDKs do.

The tools: echo, add, picture, fails, refuses, structured, wrapped, asks, dies, many (files of all kinds).
It says on stderr which tool was called.
"""
import base64
import json
import sys

PIXEL = base64.b64encode(b"\x89PNG pixel").decode()
TEXT = {"type": "string"}
NUMBER = {"type": "integer", "description": "A number"}


def tool(name, description, properties={}, required=[]):
    schema = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "description": description, "inputSchema": schema}


TOOLS = [
    tool("echo", "Says it again. And nothing else.", {"text": TEXT, "times": {**NUMBER, "default": 1}}, ["text"]),
    tool("add", "Adds two numbers", {"a": NUMBER, "b": NUMBER}, ["a", "b"]),
    tool("picture", "A picture"),
    tool("fails", "Fails"),
    tool("refuses", "Answers with an error of the protocol"),
    tool("structured", "Text says the same"),
    tool("plain", "No text says the same"),
    tool("asks", "Asks the client for its roots"),
    tool("dies", "Ends the server"),
    tool("many", "Blocks of all kinds"),
]


def text(words):
    return {"content": [{"type": "text", "text": words}]}


def call(id, name, arguments):
    print("called", name, file=sys.stderr, flush=True)
    if name == "echo":
        return text(" ".join([arguments["text"]] * arguments.get("times", 1)))
    if name == "add":
        total = arguments["a"] + arguments["b"]
        return {**text(str(total)), "structuredContent": {"result": total}}
    if name == "picture":
        return {"content": [{"type": "image", "data": PIXEL, "mimeType": "image/png"}]}
    if name == "fails":
        return {**text("it did not work"), "isError": True}
    if name == "structured":
        return {**text('{ "b": [1, 2], "a": null }'), "structuredContent": {"a": None, "b": [1, 2]}}
    if name == "plain":
        return {**text("done"), "structuredContent": {"a": {"b": "<ü>"}}}
    if name == "asks":
        send({"id": "mine", "method": "roots/list"})
        return text(json.loads(sys.stdin.readline())["error"]["message"])
    if name == "dies":
        print("the end is near", file=sys.stderr, flush=True)
        sys.exit(3)
    if name == "many":
        return {"content": [
            {"type": "audio", "data": PIXEL, "mimeType": "audio/mpeg"},
            {"type": "resource", "resource": {"uri": "file:///x/../notes.txt", "mimeType": "text/plain", "text": "a note"}},
            {"type": "resource", "resource": {"uri": "x://y/../../z.bin?q", "mimeType": "application/zip", "blob": PIXEL}},
            {"type": "resource_link", "uri": "x://link", "name": "n", "description": "a link", "mimeType": "a/b"},
            {"type": "new", "x": 1},
        ]}


def send(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m:
        continue
    method = m["method"]
    if method == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "calls", "version": "1"}}
    elif method == "tools/list":
        half = len(TOOLS) // 2  # two pages
        more = m.get("params", {}).get("cursor")
        result = {"tools": TOOLS[half:]} if more else {"tools": TOOLS[:half], "nextCursor": "more"}
    elif m.get("params", {}).get("name") == "refuses":
        send({"id": m["id"], "error": {"code": -32001, "message": "not today", "data": {"why": "rain"}}})
        continue
    elif method == "tools/call":
        result = call(m["id"], m["params"]["name"], m["params"].get("arguments", {}))
    else:
        result = {}
    send({"id": m["id"], "result": result})
