#!/usr/bin/env python3
"""The MCP server of the soak: does what each call asks of it, and misbehaves in its own start by the dice of its seed.

    puppet.py --dir DIR --seed SEED --era legacy|modern|legacy-only|modern-only --faults PERCENT

One that speaks only one era refuses the other, and complains of each message that belongs to it.

What it leaves in DIR, each line by one append that survives a SIGKILL:
    spawns      the pid of every process there was
    executions  `KEY METHOD PID` for every request that it began to execute
    complaints  what it was told that no server may be told
What it heeds in DIR, looked at anew each time:
    calm        while it exists, there are no faults that end a process or a call
    die-next    a number: so many starts die yet
    hang        a method that is not answered, `stdin` for all, `start` for the whole process
"""

import json
import os
import select
import signal
import sys
import time

import faults
from rounds import Rounds, question
from wire import Wire

TOOLS = {"once": {}, "read": {"readOnlyHint": True}, "again": {"idempotentHint": True}, "login": {}}
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
URIS = ["mem://a", "mem://b"]
OF_A_REQUEST = [META + k for k in ("protocolVersion", "clientInfo", "clientCapabilities", "logLevel")]
ONLY_LEGACY = ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "notifications/initialized",
               "notifications/roots/list_changed")
EVERY = {"type": "object", "properties": {"key": {"type": "string"}, "do": {"type": "string"}}}


class Puppet:
    def __init__(self, folder, seed, era, percent):
        self.folder, self.modern, self.only = folder, era.startswith("modern"), era.endswith("-only")
        modern = self.modern
        self.append("spawns", str(os.getpid()))
        with open(self.path("spawns")) as f:
            self.spawn = sum(1 for _ in f)
        self.dice = faults.Dice(seed * 1_000_003 + self.spawn)
        self.percent = percent
        self.wire = Wire()
        self.initialized = modern
        self.greeted = False
        self.subscribed = set()
        self.listens = {}  # id of the listen request -> the resources it asked for
        self.asked = {}  # id of an own question -> its nonce, and the call that waits for it
        self.questions = 0
        self.cancelled = set()
        self.known = set()  # the ids of all requests
        self.rounds = Rounds(self)
        self.stubborn = self.dice.under(10)  # leaves neither at the end of stdin nor at SIGTERM

    # ---- files ----

    def path(self, name):
        return os.path.join(self.folder, name)

    def append(self, name, line):
        fd = os.open(self.path(name), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(fd, (line + "\n").encode())
        os.close(fd)

    def read(self, name):
        try:
            with open(self.path(name)) as f:
                return f.read().strip()
        except FileNotFoundError:
            return ""

    def is_calm(self):
        return os.path.exists(self.path("calm"))

    def complain(self, what):
        self.append("complaints", f"spawn {self.spawn} pid {os.getpid()}: {what}")

    # ---- answers ----

    def reply(self, request, result):
        if self.modern:
            result = {"resultType": "complete", **result}
        self.wire.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def refuse(self, request, code, why):
        self.wire.send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": why}})

    def notify(self, method, params):
        self.wire.send({"jsonrpc": "2.0", "method": method, "params": params})

    def tools(self):
        names = dict(TOOLS)
        for n in range(self.spawn % 3):
            names[f"extra_{self.spawn % 5 + n}"] = {}
        return [{"name": n, "description": f"tool {n}", "inputSchema": EVERY, "annotations": a} for n, a in names.items()]

    def initialize(self, request, params):
        if self.greeted:
            self.complain("a second initialize")
        self.greeted = True
        if self.modern:
            code = self.dice.one_of([-32022, -32601, -32600]) if self.only else -32022
            return self.refuse(request, code, "Unsupported protocol version")
        self.reply(request, {
            "protocolVersion": params.get("protocolVersion"),
            "capabilities": {
                "tools": {"listChanged": True}, "prompts": {"listChanged": True}, "logging": {}, "completions": {},
                "resources": {"listChanged": True, "subscribe": True}},
            "serverInfo": {"name": "puppet", "version": "1"}})

    def discover(self, request, params):
        if self.only and not self.modern:
            return self.refuse(request, -32601, "Method not found: server/discover")
        self.reply(request, {
            "supportedVersions": [MODERN],
            "capabilities": {"tools": {"listChanged": True}, "resources": {"subscribe": True}},
            "ttlMs": 1000, "cacheScope": "private"})

    def listen(self, request, params):
        wanted = params.get("notifications", {})
        self.listens[json.dumps(request["id"])] = wanted
        self.notify("notifications/subscriptions/acknowledged", {
            "_meta": {META + "subscriptionId": request["id"]}, "notifications": wanted})

    def subscribe(self, request, params):
        self.subscribed.add(params["uri"])
        self.reply(request, {})

    def unsubscribe(self, request, params):
        self.subscribed.discard(params["uri"])
        self.reply(request, {})

    def resource(self, request, params):
        self.reply(request, {"contents": [{"uri": params["uri"], "text": "echo " + params["_meta"]["key"]}]})

    def prompt(self, request, params):
        text = "echo " + params["_meta"]["key"]
        self.reply(request, {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]})

    def complete(self, request, params):
        self.reply(request, {"completion": {"values": ["echo " + params["_meta"]["key"]]}})

    def ping(self, request, params):
        if self.modern:
            return self.refuse(request, -32601, "Method not found: ping")
        self.reply(request, {})

    def call(self, request, params):
        if params.get("name") not in {t["name"] for t in self.tools()}:
            return self.refuse(request, -32602, f"Unknown tool: {params.get('name')}")
        arguments = params.get("arguments", {})
        if self.only and self.modern and "requestState" in params:
            return self.rounds.retried(request, params)
        faults.perform(self, request, arguments, params.get("_meta", {}).get("progressToken"))

    def done(self, request, arguments):
        """The normal end of a call: its key, and as much padding as it asked for."""
        if json.dumps(request["id"]) in self.cancelled:
            return
        result = {"content": [{"type": "text", "text": "echo " + arguments.get("key", "")}]}
        if arguments.get("size"):
            result["_meta"] = {"pad": "x" * arguments["size"]}
        self.reply(request, result)

    def tell(self, key):
        """Says to everybody who subscribed that the resources have changed."""
        for uri in sorted(self.subscribed):
            self.notify("notifications/resources/updated", {"uri": uri, "_meta": {"key": key}})
        for listen, wanted in self.listens.items():
            for uri in wanted.get("resourceSubscriptions", []):
                meta = {META + "subscriptionId": json.loads(listen), "key": key}
                self.notify("notifications/resources/updated", {"uri": uri, "_meta": meta})

    def nonce(self):
        self.questions += 1
        return f"{self.spawn}-{os.getpid()}-{self.questions}"

    def ask(self, method, key, then):
        """Asks the client; ids start at 1 in every process, as the client's own do."""
        nonce = self.nonce()
        self.asked[self.questions] = (nonce, then)
        self.wire.send({"jsonrpc": "2.0", "id": self.questions, "method": method, "params": question(key, nonce)})

    # ---- what comes in ----

    METHODS = {
        "initialize": initialize, "server/discover": discover, "subscriptions/listen": listen, "ping": ping,
        "resources/subscribe": subscribe, "resources/unsubscribe": unsubscribe, "tools/call": call,
        "resources/read": resource, "prompts/get": prompt, "completion/complete": complete,
        "tools/list": lambda self, request, params: self.reply(request, {"tools": self.tools()}),
        "prompts/list": lambda self, request, params: self.reply(request, {"prompts": [{"name": "greet"}]}),
        "resources/list": lambda self, request, params: self.reply(
            request, {"resources": [{"uri": u, "name": u} for u in URIS]}),
        "resources/templates/list": lambda self, request, params: self.reply(request, {"resourceTemplates": []}),
        "logging/setLevel": lambda self, request, params: self.reply(request, {}),
    }

    def request(self, message):
        method, params = message["method"], message.get("params", {})
        hang = self.read("hang")
        while hang == "stdin":
            time.sleep(0.05)
            hang = self.read("hang")
        key = params.get("_meta", {}).get("key") or params.get("arguments", {}).get("key")
        self.known.add(json.dumps(message["id"]))
        if self.only:
            self.look(method, params)
        if key and not (self.only and "requestState" in params):  # a further round executes nothing anew
            self.append("executions", f"{key} {method} {os.getpid()}")
        if hang == method:
            return
        if not self.initialized and method not in ("initialize", "server/discover", "ping"):
            self.complain(f"{method} before notifications/initialized")
        if method not in self.METHODS:
            return self.refuse(message, -32601, "Method not found: " + method)
        self.METHODS[method](self, message, params)

    def look(self, method, params):
        """Complains of what belongs to the other era."""
        meta = params.get("_meta", {})
        modern = [k for k in OF_A_REQUEST if k in meta] + [k for k in ("inputResponses", "requestState") if k in params]
        asks_for_era = method in ("initialize", "server/discover")  # as the client itself says it
        if self.modern and (method in ONLY_LEGACY or not (asks_for_era or modern)):
            self.complain(f"of the other era: {method} {json.dumps(params)[:300]}")
        if not self.modern and method != "server/discover" and (modern or method == "subscriptions/listen"):
            self.complain(f"of the other era: {method} {json.dumps(params)[:300]}")

    def notification(self, method, params):
        if self.only and self.modern and method in ONLY_LEGACY:
            self.complain(f"of the other era: {method}")
        if method == "notifications/initialized":
            self.initialized = True
        elif method == "notifications/cancelled":
            gone = json.dumps(params.get("requestId"))
            if self.only and gone not in self.known:
                self.complain(f"a request is cancelled that never came: {gone}")
            self.cancelled.add(gone)
            self.listens.pop(gone, None)

    def answer(self, message):
        nonce, then = self.asked.pop(message.get("id"), (None, None))
        if nonce is None:
            return self.complain(f"an answer to no question: {json.dumps(message)[:200]}")
        if "result" in message and message["result"].get("nonce") != nonce:
            self.complain(f"the answer to another question than {nonce}: {json.dumps(message)[:200]}")
        if then:
            then()

    def line(self, text):
        try:
            message = json.loads(text)
        except ValueError as e:
            return self.complain(f"no JSON ({e}): {text[:200]!r}")
        if "method" not in message:
            self.answer(message)
        elif "id" in message:
            self.request(message)
        else:
            self.notification(message["method"], message.get("params", {}))

    def run(self):
        if self.stubborn:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while self.read("hang") == "start":
            time.sleep(0.05)
        left = int(self.read("die-next") or 0)
        if left > 0:
            with open(self.path("die-next"), "w") as f:
                f.write(str(left - 1))
            sys.exit(4)
        if not self.is_calm() and self.dice.under(self.percent):
            faults.at_start(self)
        while True:
            ready, _, _ = select.select([0], [], [], self.wire.patience())
            self.wire.due()
            if ready:
                lines = self.wire.receive()
                if lines is None:
                    break
                for text in lines:
                    self.line(text)
        if self.stubborn:
            time.sleep(60)


def main():
    options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    Puppet(options["--dir"], int(options["--seed"]), options["--era"], int(options["--faults"])).run()


main()
