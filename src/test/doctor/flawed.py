#!/usr/bin/env python3
"""An MCP server on stdio with one flaw, for the tests of `pitstop doctor`.

    flawed.py FLAW [VALUE]

The flaw `none` is none. Python's standard library only.
"""

import json
import os
import signal
import subprocess
import sys
import time

FLAW = sys.argv[1] if len(sys.argv) > 1 else "none"
VALUE = sys.argv[2] if len(sys.argv) > 2 else ""
LEGACY = "2025-11-25"
MODERN = "2026-07-28"
OBJECT = {"type": "object", "properties": {}}
BUFFER = []  # of a server that does not flush


def tool(name, schema=None, **more):
    return {"name": name, "description": f"Does {name}.", "inputSchema": schema or OBJECT, **more}


def text(**properties):
    return {"type": "object", "properties": properties}


SCHEMAS = [
    tool("fine", text(city={"type": "string"})),
    tool("untyped", {"properties": {}}),
    tool("union", {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
    tool("bad_type", text(days={"type": "int"})),
    tool("elsewhere", text(a={"$ref": "https://example.com/schema.json"})),
    tool("nowhere", text(a={"$ref": "#/$defs/Missing"})),
    tool("no_items", text(list={"type": "array"})),
    tool("old_draft", text(a={"type": "number", "minimum": 0, "exclusiveMinimum": True})),
    tool("old_required", text(a={"type": "string", "required": True})),
    tool("unknown_required", {"type": "object", "properties": {}, "required": ["ghost"]}),
    tool("odd_property", text(**{"a b": {"type": "string"}})),
    {
        **tool("recursive"),
        "inputSchema": {
            "type": "object",
            "properties": {"tree": {"$ref": "#/$defs/Tree"}},
            "$defs": {
                "Tree": {
                    "type": "object",
                    "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
                }
            },
        },
    },
]

TOOLS = {
    "schemas": SCHEMAS,
    "names": [tool("has blank"), tool("a.b"), tool("a_b"), tool("n" * 70)],
    "duplicates": [tool("twin"), tool("twin")],
    "descriptions": [{"name": "mute", "inputSchema": OBJECT}, tool("chatty") | {"description": "x" * 3000}],
    "many": [tool(f"tool_{i}") for i in range(130)],
    "costly": [tool(f"costly_{i}") | {"description": "word " * 400} for i in range(30)],
    "nameless": [{"description": "Has no name.", "inputSchema": OBJECT}],
    "no-tools": [],
    "hints": [
        tool("a", annotations={"readOnlyHint": "yes"}),
        tool("b", title=7),
        tool("c") | {"description": 5},
        tool("d", icons=[{"sizes": []}]),
    ],
    "pattern": [tool("grep", text(words={"type": "string", "pattern": "("}, more={"type": "string", "title": 7}))],
}.get(FLAW, [tool("echo"), tool("add")])


def send(message):
    text = json.dumps(message, ensure_ascii=FLAW != "latin1")
    if FLAW == "latin1":
        sys.stdout.buffer.write(text.encode("latin-1") + b"\n")
        sys.stdout.buffer.flush()
        return
    if FLAW == "no-flush":
        BUFFER.append(text)
        return
    sys.stdout.write(text if FLAW == "no-newline" else text + "\n")
    sys.stdout.flush()


def tools_page(cursor):
    if FLAW == "endless":
        n = int(cursor or 0)
        return {"tools": [tool(f"t{n}")], "nextCursor": str(n + 1)}
    if FLAW == "repeating":
        return {"tools": [tool("again")], "nextCursor": "page-two"}
    if FLAW == "pages" and not cursor:
        return {"tools": [tool("first")], "nextCursor": "p2"}
    if FLAW == "pages":
        return {"tools": [tool("second")]}
    if FLAW == "no-list":
        return {"items": []}
    return {"tools": TOOLS}


def greeting():
    result = {"capabilities": {"tools": {}}, "serverInfo": {"name": "flawed", "version": "1.0"}}
    if FLAW == "latin1":
        result["instructions"] = "Gr\u00fc\u00dfe"
    if FLAW == "no-info":
        del result["serverInfo"]
    if FLAW == "instructions":
        result["instructions"] = "i" * 5000
    return result


def error(ident, code, message):
    send({"jsonrpc": "2.0", "id": ident, "error": {"code": code, "message": message}})


def answer(request):
    ident, method = request["id"], request["method"]
    params = request.get("params") or {}
    modern = "io.modelcontextprotocol/protocolVersion" in params.get("_meta", {})
    extra = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if modern else {}
    if FLAW == "text-ids":
        ident = str(ident)
    if FLAW == "string-ids" and method != "initialize":
        send({"jsonrpc": "2.0", "id": str(ident), "result": {}})
    if method == "initialize":
        if FLAW == "slow-handshake":
            time.sleep(float(VALUE))
        if FLAW == "modern-only":
            error(ident, -32022, "Unsupported protocol version")
            return
        revision = "1.0" if FLAW == "revision" else LEGACY
        send({"jsonrpc": "2.0", "id": ident, "result": {"protocolVersion": revision, **greeting()}})
    elif method == "server/discover" and FLAW in ("modern-only", "both-eras"):
        result = {"supportedVersions": [MODERN], **greeting(), **extra}
        send({"jsonrpc": "2.0", "id": ident, "result": result})
    elif method == "server/discover" and FLAW == "probe-silent":
        pass
    elif method == "server/discover" and FLAW == "probe-dies":
        sys.exit("RuntimeError: not initialized")
    elif method == "tools/list" and FLAW == "list-fails":
        error(ident, -32603, "database is locked")
    elif method == "tools/list":
        send({"jsonrpc": "2.0", "id": ident, "result": {**tools_page(params.get("cursor")), **extra}})
    elif method == "ping" and FLAW != "no-ping":
        send({"jsonrpc": "2.0", "id": ident, "result": {}})
    else:
        error(ident, -32601, f"Method not found: {method}")


def begin():
    if FLAW == "banner":
        print("Starting the flawed server on stdio", flush=True)
    elif FLAW == "dotenv":
        print("[dotenv@17.2.1] injecting env (2) from .env", flush=True)
    elif FLAW == "hang":
        signal.pause()
    elif FLAW == "http":
        print("listening on http://localhost:8123/mcp", file=sys.stderr, flush=True)
        signal.pause()
    elif FLAW == "exit":
        sys.exit("error: the environment variable WEATHER_API_KEY is not set")
    elif FLAW == "trace":
        raise ModuleNotFoundError("No module named 'weather'")
    elif FLAW == "slow":
        time.sleep(float(VALUE))
    elif FLAW == "stderr":
        sys.stderr.write("noise\n" * 20000)
        sys.stderr.flush()
    elif FLAW == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif FLAW == "grandchild":
        subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    elif FLAW == "own-session":
        subprocess.Popen(
            ["sleep", "601"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
    elif FLAW == "floods":
        while True:
            send({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}})
            time.sleep(0.01)
    elif FLAW == "secret":
        print("using the token " + os.environ.get("WEATHER_TOKEN", "none"), flush=True)


def main():
    begin()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            answer(message)
    if BUFFER:
        print("\n".join(BUFFER), flush=True)
    if FLAW in ("stays", "stubborn"):
        while True:
            time.sleep(600)


main()
