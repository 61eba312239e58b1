#!/usr/bin/env python3
"""An MCP server on stdio with one flaw, for the tests of `pitstop doctor`.

    flawed.py FLAW

The flaw `none` is none. Flaws that a test can play without a process are in FlawedServer.java.
Python's standard library only.
"""

import json
import os
import signal
import subprocess
import sys
import time

FLAW = sys.argv[1]
TOOL = {"name": "echo", "description": "Does echo.", "inputSchema": {"type": "object", "properties": {}}}


def send(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def answer(request):
    ident, method = request["id"], request["method"]
    results = {
        "initialize": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "flawed", "version": "1.0"},
        },
        "tools/list": {"tools": [TOOL]},
        "ping": {},
    }
    if method in results:
        send({"id": ident, "result": results[method]})
    else:
        send({"id": ident, "error": {"code": -32601, "message": f"Method not found: {method}"}})


def begin():
    if FLAW == "banner":
        print("Starting the flawed server on stdio", flush=True)
    elif FLAW == "secret":
        print("using the token " + os.environ.get("WEATHER_TOKEN", "none"), flush=True)
        if "early" in sys.argv:
            sys.exit("that is all")
    elif FLAW == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif FLAW == "leaves":
        away = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.Popen(["sleep", "600"], **away)
        subprocess.Popen(["sleep", "601"], start_new_session=True, **away)


def main():
    begin()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            answer(message)
    while FLAW == "stubborn":
        time.sleep(600)


main()
