#!/usr/bin/env python3
"""An MCP server over HTTP that serves one connection at a time, as the servers in Python's library do.

  --port N     where it listens, at 127.0.0.1
  --server S   what it is built on:
                 http10  http.server.HTTPServer as it comes: each answer ends its connection
                 http11  the same with HTTP/1.1: a connection is served until the client ends it
                 wsgi    wsgiref

`application` is the same for a WSGI server of another kind, such as gunicorn's sync worker.

Tools: `echo` gives its `text` back, `slow` does so after `ms` milliseconds.
"""
import argparse
import json
import time
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from wsgiref.simple_server import WSGIRequestHandler, make_server

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}, "ms": {"type": "integer"}}}
SESSIONS = set()


def result(message, session):
    """What a request is answered with, and the id of the session it began."""
    method = message["method"]
    params = message.get("params", {})
    if method == "initialize":
        session = uuid.uuid4().hex
        SESSIONS.add(session)
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "one-at-a-time", "version": "1"},
        }, session
    if method == "tools/list":
        return {"tools": [{"name": n, "inputSchema": SCHEMA} for n in ("echo", "slow")]}, session
    if method == "tools/call":
        arguments = params.get("arguments", {})
        if params["name"] == "slow":
            time.sleep(arguments.get("ms", 0) / 1000)
        return {"content": [{"type": "text", "text": arguments.get("text", "")}]}, session
    if method == "ping":
        return {}, session
    return None, session


def respond(http_method, session, body):
    """The status, headers and body of an answer."""
    if http_method == "DELETE":
        known = session in SESSIONS
        SESSIONS.discard(session)
        return (204 if known else 404), {}, b""
    if http_method != "POST":
        return 405, {"Allow": "POST, DELETE"}, b""
    message = json.loads(body)
    if message.get("method") != "initialize" and session not in SESSIONS:
        return 404, {}, b"Session not found"
    if "id" not in message or "method" not in message:
        return 202, {}, b""
    value, session = result(message, session)
    answer = {"jsonrpc": "2.0", "id": message["id"]}
    if value is None:
        answer["error"] = {"code": -32601, "message": "Method not found"}
    else:
        answer["result"] = value
    headers = {"Content-Type": "application/json"}
    if session:
        headers["Mcp-Session-Id"] = session
    return 200, headers, json.dumps(answer).encode()


class Handler(BaseHTTPRequestHandler):
    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, answer = respond(self.command, self.headers.get("Mcp-Session-Id"), body)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_DELETE = handle_any


def application(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    status, headers, answer = respond(
        environ["REQUEST_METHOD"], environ.get("HTTP_MCP_SESSION_ID"), body
    )
    headers["Content-Length"] = str(len(answer))
    start_response(f"{status} Status", list(headers.items()))
    return [answer]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--server", choices=["http10", "http11", "wsgi"], default="http10")
    options = parser.parse_args()
    if options.server == "wsgi":
        server = make_server("127.0.0.1", options.port, application, handler_class=WSGIRequestHandler)
    else:
        Handler.protocol_version = "HTTP/1.1" if options.server == "http11" else "HTTP/1.0"
        server = HTTPServer(("127.0.0.1", options.port), Handler)
    print(f"listening on {options.port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
