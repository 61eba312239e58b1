"""The scripted server behind a URL. A session is a copy of the server, in which each request has a wire of its own."""

import copy
import json
import select
import threading
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from wsgiref.simple_server import WSGIRequestHandler, make_server

from wire import encoded

META = "io.modelcontextprotocol/"
ONE_THREAD = threading.Lock()  # a server that is busy answers nobody


class Exchange:
    """The wire of one request: what the server says until its answer goes into the response.

    stream      writes bytes of an SSE stream; without it only the answer is kept
    """

    def __init__(self, stream, always):
        self.stream = stream
        self.streams = always  # from the first message on; else a lone answer is no stream
        self.answer = None
        self.over = threading.Event()

    def send(self, message):
        if "method" in message:
            self.streams = self.streams or self.stream is not None
        else:
            self.answer = message
        if self.streams and self.stream is not None:
            self.stream(b"data: " + encoded(message) + b"\n\n")
        if "method" not in message:
            self.over.set()


class Daemon:
    def __init__(self, server):
        self.server, self.plan = server, server.plan
        self.modern = server.era == "modern"
        self.stateful = not self.modern and not self.plan.get("stateless")
        self.sessions = {}
        if not self.stateful:
            server.greeted = True

    def refusal(self, status, code, why, **data):
        error = {"code": code, "message": why, **({"data": data} if data else {})}
        return status, {}, {"jsonrpc": "2.0", "id": None, "error": error}

    def mismatch(self, headers, message):
        """A modern request's headers say the same as its body."""
        params = message.get("params", {})
        version = headers.get("Mcp-Protocol-Version")
        named = message["method"] != "tools/call" or headers.get("Mcp-Name") == params.get("name")
        same = version == params.get("_meta", {}).get(META + "protocolVersion")
        return not (version and same and named and headers.get("Mcp-Method") == message["method"])

    def unknown(self, headers):
        name = headers.get("Mcp-Session-Id")
        if not self.stateful or name in self.sessions:
            return None
        if name is None:
            return self.refusal(400, -32000, "Bad Request: Mcp-Session-Id header is required")
        return self.refusal(404, -32001, "Session not found")

    def respond(self, method, headers, body, exchange_of, wait):
        """The status, headers and message of a response, or None if it has been streamed.

        exchange_of: makes the exchange of a request, which may begin a session; wait: until that is over, or the client
        has gone
        """
        if method != "POST" and not self.stateful:
            return 405, {"Allow": "POST"}, None
        if method == "GET" and self.plan.get("no_get"):
            return 405, {"Allow": "POST, DELETE"}, None
        message = json.loads(body) if method == "POST" else {}
        asks = "id" in message and "method" in message
        if self.modern and asks and self.mismatch(headers, message):
            return self.refusal(400, -32020, "a header says otherwise than the body")
        begins = message.get("method") == "initialize" and not self.modern
        wrong = None if begins else self.unknown(headers)
        if wrong:
            return wrong
        name = headers.get("Mcp-Session-Id")
        if method == "DELETE":
            self.sessions.pop(name, None)
            self.server.log(deleted=name)
            return 204, {}, None
        if method == "GET":
            exchange = exchange_of(True, None)
            exchange.stream(b"")
            wait(exchange)
            return None
        view = copy.copy(self.server if begins else self.sessions.get(name, self.server))
        if begins:
            name = uuid.uuid4().hex if self.stateful else None
        view.wire = exchange = exchange_of(self.plan.get("sse"), name if begins else None)
        if begins:
            if name:
                self.sessions[name] = view
            self.server.log(session=name or "none", revision=message["params"]["protocolVersion"])
        with ONE_THREAD:
            view.receive(body.decode())
        if not asks:
            return 202, {}, None
        if exchange.streams and exchange.stream and not exchange.over.is_set():
            exchange.stream(b": open\n\n")
        if not wait(exchange):
            arguments = message.get("params", {}).get("arguments", {})
            self.server.log(abandoned=arguments.get("key", message["method"]))
            return None
        if exchange.streams and exchange.stream:
            return None
        gone = self.modern and exchange.answer.get("error", {}).get("code") == -32601
        return 404 if gone else 200, {"Mcp-Session-Id": name} if begins and name else {}, exchange.answer


def handler(daemon, version):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = version
        wbufsize = -1
        disable_nagle_algorithm = True
        streams, begun = False, None

        def log_message(self, *words):
            if "server" in daemon.plan:
                super().log_message(*words)

        def stream(self, data):
            if not self.streams:
                self.streams = True
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Transfer-Encoding", "chunked")
                if self.begun:
                    self.send_header("Mcp-Session-Id", self.begun)
                self.end_headers()
            if data:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()

        def exchange(self, always, begun):
            self.begun = begun
            return Exchange(self.stream, always)

        def wait(self, exchange):
            while not exchange.over.wait(0.02):
                if select.select([self.connection], [], [], 0)[0] and not self.rfile.peek(1):
                    self.close_connection = True
                    return False
            return True

        def any(self):
            self.streams, self.begun = False, None
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.path != "/mcp":
                return self.send(404, {}, None)
            said = daemon.respond(self.command, self.headers, body, self.exchange, self.wait)
            if said is not None:
                self.send(*said)
            elif not self.close_connection:
                self.wfile.write(b"0\r\n\r\n")

        def send(self, status, headers, message):
            body = b"" if message is None else encoded(message)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if message is not None:
                self.send_header("Content-Type", "application/json")
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_DELETE = any

    return Handler


def application(daemon):
    def application(environ, start_response):
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        headers = {"Mcp-Session-Id": environ["HTTP_MCP_SESSION_ID"]} if "HTTP_MCP_SESSION_ID" in environ else {}
        status, headers, message = daemon.respond(
            environ["REQUEST_METHOD"], headers, body, lambda always, begun: Exchange(None, False),
            lambda exchange: exchange.over.wait())
        body = b"" if message is None else encoded(message)
        headers = {**headers, "Content-Type": "application/json", "Content-Length": str(len(body))}
        start_response(f"{status} Status", list(headers.items()))
        return [body]

    return application


def serve(server):
    """Serves what the plan says: each connection by a thread, or one after the other as Python's own servers do."""
    daemon, kind, here = Daemon(server), server.plan.get("server"), ("127.0.0.1", server.plan["port"])
    if kind == "wsgi":
        listens = make_server(*here, application(daemon), handler_class=WSGIRequestHandler)
    else:
        HTTPServer.request_queue_size = 128
        made = ThreadingHTTPServer if kind is None else HTTPServer
        listens = made(here, handler(daemon, "HTTP/1.0" if kind == "http10" else "HTTP/1.1"))
    server.log(started=listens.server_port)
    print(f"listening on {listens.server_port}", flush=True)
    listens.serve_forever()
