#!/usr/bin/env python3
"""The MCP server of the tests, over stdio or, with a port, over HTTP: what it is stands in `plan.json` of its folder.

    scripted.py DIR [--KEY [VALUE]]...

A key on the command line counts more than the plan; its value is JSON, or else text; without one it is true. An unknown
key is an error, because a misspelt misbehaviour would make a test pass for nothing:
    like          takes the rest from `plans/NAME.json`
    era           legacy (default), modern, or dual: then the first message but `server/discover` decides
    name          of serverInfo; instructions; place: how it calls itself in answers, instead of its folder
    tools         names, or tools with what is not usual (see `tools.py`); count: so many more
    extra_tools   more, exactly as they are, or a file with them
    pages         of tools/list; cursor: `same` or `fresh`, an endless one
    prompts, resources, templates   names and URIs, or whole entries; hidden: URIs that can be read and are not listed
    words         what completion knows; tells: says on stderr which tool is called
    capabilities  instead of those that fit
  How it writes: banner (lines that are no messages, at the start)
  The mischief:
    refuse        method -> message, or [code, message]
    gate          a file without which it does not begin to read; start_delay: milliseconds
    exit          a code, or {code, stderr}: ends at once
    stubborn      hears neither the end of stdin nor SIGTERM
    starts        a file that gets `+` when it starts and `-` when it answers its greeting
  A daemon:
    port          where it listens, at 127.0.0.1; then it writes `listening on PORT`
    log           a file that gets a line of JSON for each start, session, execution, DELETE, and request that is
                  abandoned; a call is named by its argument `key`
    sse           answers by streams; stateless: no session ids; no_get: GET is refused
    server        serves one connection at a time, as Python's own servers do: http10, http11 or wsgi

What it leaves in DIR: `spawns` (a pid each), `received` ({pid, line} each), `executions` (a tool's name each),
`complaints` (what no server may be told).
"""

import json
import os
import signal
import sys
import time

import tools
from wire import Files, Wire, append, write

MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
MISCHIEF = {"refuse", "gate", "start_delay", "exit", "stubborn", "banner"}
KEYS = MISCHIEF | {
    "like", "era", "name", "instructions", "place", "tools", "extra_tools", "count", "pages", "cursor",
    "prompts", "resources", "templates", "hidden", "words", "tells", "capabilities", "starts",
    "port", "log", "sse", "stateless", "no_get", "server"}
BANNER = '''Scripted server starting…

npm warn deprecated left-pad@1.0.0
{"level":30,"msg":"a log line"}
[1,2]
42
"text"
'''
LEGACY_ONLY = {
    "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/get",
    "tasks/result", "tasks/list", "tasks/cancel"}
MODERN_ONLY = {"server/discover", "subscriptions/listen"}


def options(words):
    """The plan on the command line."""
    plan, key = {}, None
    for word in words:
        if word.startswith("--"):
            key = word[2:].replace("-", "_")
            plan[key] = True
        else:
            try:
                plan[key] = json.loads(word)
            except ValueError:
                plan[key] = word
    return plan


def entries(wanted, key):
    return [dict(e) if isinstance(e, dict) else {key: e, "name": e} for e in wanted]


def public(entry):
    return {k: v for k, v in entry.items() if k not in tools.ACTS}


class Server:
    def __init__(self, folder, more):
        self.files, self.wire, self.more = Files(folder), Wire(), more
        self.files.append("spawns", str(os.getpid()))
        self.spawn = len(self.files.lines("spawns"))
        self.plan, self.tools, self.acts = {}, [], {}
        self.take(self.load())
        self.era = {"legacy": "legacy", "modern": "modern", "dual": None}[self.plan.get("era", "legacy")]
        self.client = {}
        self.greeted = self.initialized = False
        self.level = "none"
        self.deaf = False  # it never reads again
        self.questions = 0
        self.counts = {}  # how often each key was counted
        self.subscribed = {}  # in their order
        self.listens = {}  # raw id of a listen -> its filter
        self.asked = {}  # raw id of a question of ours -> who wants the answer
        self.seen, self.cancelled = set(), set()
        self.on_cancel = {}
        self.page_size = 0

    def load(self):
        plan = {**self.files.json("plan.json"), **self.more}
        if "like" in plan:
            with open(os.path.join(os.path.dirname(__file__), "plans", plan["like"] + ".json"), encoding="utf-8") as f:
                plan = {**json.load(f), **plan}
        if set(plan) - KEYS:
            raise ValueError(f"unknown in the plan: {set(plan) - KEYS}")
        return plan

    def take(self, plan):
        self.plan = plan
        self.place = plan.get("place", os.path.basename(self.files.folder))
        self.tools = []
        extra = plan.get("extra_tools", [])
        if isinstance(extra, str):
            with open(extra, encoding="utf-8") as f:
                extra = json.load(f)
        listed = plan.get("tools", [])
        for t in listed.split(",") if isinstance(listed, str) else listed:
            t = t if isinstance(t, dict) else {"name": t}
            usual = {"description": f"{t['name']} of the fixture", "inputSchema": {"type": "object"}}
            self.offer({"name": t["name"], **usual, **t})
        for t in extra:
            self.offer(t if isinstance(t, dict) else {"name": t})
        for i in range(plan.get("count", 0)):
            self.tools.append({
                "name": f"tool_{i:04}", "description": f"Tool {i}", "inputSchema": {
                    "type": "object", "properties": {"text": {"type": "string"}}}})

    def offer(self, tool):
        self.acts[tool["name"]] = tool
        self.tools.append(public(tool))

    def log(self, **entry):
        if "log" in self.plan:
            append(self.plan["log"], json.dumps({"pid": os.getpid(), **entry}))

    def complain(self, what):
        self.files.append("complaints", f"spawn {self.spawn}: {what}")

    # ---- what goes out ----

    def reply(self, request, result):
        if self.era == "modern":
            info = {META + "serverInfo": self.info()}
            result = {"resultType": "complete", **result, "_meta": {**info, **result.get("_meta", {})}}
        self.wire.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def reply_list(self, request, result):
        stamps = {"ttlMs": 60000, "cacheScope": "private"} if self.era == "modern" else {}
        self.reply(request, {**result, **stamps})

    def refuse(self, request, code, why, **more):
        self.wire.send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": why, **more}})

    def notify(self, method, params=None):
        message = {"jsonrpc": "2.0", "method": method}
        self.wire.send(message if params is None else {**message, "params": params})

    def changed(self, kind):
        method = f"notifications/{kind}/list_changed"
        if self.era == "legacy":
            return self.notify(method)
        for raw, wanted in self.listens.items():
            if wanted.get(kind + "ListChanged"):
                self.notify(method, {"_meta": {META + "subscriptionId": json.loads(raw)}})

    def updated(self, uri):
        method = "notifications/resources/updated"
        if self.era == "legacy":
            return self.notify(method, {"uri": uri}) if uri in self.subscribed else None
        for raw, wanted in self.listens.items():
            if uri in wanted.get("resourceSubscriptions", []):
                self.notify(method, {"uri": uri, "_meta": {META + "subscriptionId": json.loads(raw)}})

    def subscribed_uris(self):
        return [*self.subscribed, *(u for w in self.listens.values() for u in w.get("resourceSubscriptions", []))]

    # ---- greetings ----

    def info(self):
        return {"name": self.plan.get("name", "fixture"), "version": "1.0.0"}

    def capabilities(self):
        if "capabilities" in self.plan:
            return self.plan["capabilities"]
        there = {"tools": {"listChanged": True}}
        if self.era != "modern":
            there.update(logging={})
        if "prompts" in self.plan:
            there.update(prompts={"listChanged": True}, completions={})
        if "words" in self.plan:
            there.update(completions={})
        if any(k in self.plan for k in ("resources", "templates", "hidden")):
            there.update(resources={"listChanged": True, "subscribe": True}, completions={})
        return there

    def introduction(self):
        return {"capabilities": self.capabilities(), "instructions": self.plan.get("instructions", "A fixture.")}

    def initialize(self, request, params):
        if self.plan.get("era") == "modern":
            return self.refuse_version(request, params.get("protocolVersion"))
        if self.greeted:
            self.complain("a second initialize")
        self.era, self.greeted = "legacy", True
        self.client = params
        self.started()
        self.reply(request, {
            "protocolVersion": params["protocolVersion"], "serverInfo": self.info(), **self.introduction()})

    def refuse_version(self, request, version):
        self.refuse(request, -32022, "Unsupported protocol version", data={
            "supported": [MODERN], "requested": version})

    def discover(self, request, params):
        if self.plan.get("era", "legacy") == "legacy":
            return self.refuse(request, -32601, "Method not found: server/discover")
        if self.era is None:  # it stays open: the next message decides
            result = {"resultType": "complete", "supportedVersions": [MODERN], **self.introduction(),
                      "ttlMs": 60000, "cacheScope": "private"}
            return self.wire.send({"jsonrpc": "2.0", "id": request["id"], "result": result})
        self.started()
        self.reply_list(request, {"supportedVersions": [MODERN], **self.introduction()})

    def started(self):
        if "starts" in self.plan:
            append(self.plan["starts"], "-")

    # ---- lists, resources, prompts ----

    def list_tools(self, request, params):
        cursor = params.get("cursor")
        page = 0 if cursor is None else int(cursor[1:])
        endless = self.plan.get("cursor")
        if endless:
            return self.reply_list(request, {
                "tools": self.tools if page == 0 else [],
                "nextCursor": "c1" if endless == "same" else f"c{page + 1}"})
        if page == 0:
            self.page_size = -(-len(self.tools) // self.plan.get("pages", 1))
        size = self.page_size
        result = {"tools": self.tools[page * size:(page + 1) * size]}
        if (page + 1) * size < len(self.tools):
            result["nextCursor"] = f"p{page + 1}"
        self.reply_list(request, result)

    def list_of(self, key, member, name):
        return lambda request, params: self.reply_list(
            request, {member: [public(e) for e in entries(self.plan.get(key, []), name)]})

    def act(self, request, entry, name, arguments, says, wrap):
        """Does what the plan says of a tool, a prompt or a resource.

        says    the usual text; wrap: makes a result of a text
        """
        if "exit" in entry and not (entry.get("once") and self.files.marked(name.replace("/", "_"))):
            self.die(**entry["exit"])
        if "error" in entry:
            return self.wire.send({"jsonrpc": "2.0", "id": request["id"], "error": entry["error"]})
        if "result" in entry:
            return self.reply(request, entry["result"])
        known = {"name": name, "place": self.place, "spawn": self.spawn, **arguments}
        self.reply(request, wrap(entry.get("says", says).format(**known)))

    def get_prompt(self, request, params):
        name = params["name"]
        entry = next((e for e in entries(self.plan.get("prompts", []), "name") if e["name"] == name), None)
        if entry is None:
            return self.refuse(request, -32602, f"Unknown prompt: {name}")
        self.act(request, entry, name, params.get("arguments", {}), "{name} of {place}", lambda text: {
            "messages": [{"role": "user", "content": {"type": "text", "text": text}}]})

    def read(self, request, params):
        uri = params["uri"]
        listed = entries(self.plan.get("resources", []) + self.plan.get("hidden", []), "uri")
        heads = [e["uriTemplate"].split("{")[0] for e in entries(self.plan.get("templates", []), "uriTemplate")]
        entry = next((e for e in listed if e["uri"] == uri), {} if any(uri.startswith(h) for h in heads) else None)
        if entry is None:
            code = -32602 if self.era == "modern" else -32002
            return self.refuse(request, code, "Resource not found", data={"uri": uri})
        stamps = {"ttlMs": 60000, "cacheScope": "private"} if self.era == "modern" else {}
        self.act(request, entry, uri, {}, "{name} of {place}", lambda text: {
            "contents": [{"uri": uri, "mimeType": "text/plain", "text": text}], **stamps})

    def subscribe(self, request, params):
        self.subscribed[params["uri"]] = True
        self.reply(request, {})

    def unsubscribe(self, request, params):
        self.subscribed.pop(params["uri"], None)
        self.reply(request, {})

    def listen(self, request, params):
        wanted = params.get("notifications", {})
        self.listens[json.dumps(request["id"])] = wanted
        self.notify("notifications/subscriptions/acknowledged", {
            "_meta": {META + "subscriptionId": request["id"]}, "notifications": wanted})

    def set_level(self, request, params):
        if "logging" not in self.capabilities():
            self.complain("logging/setLevel, though it has no logging")
        self.level = params["level"]
        self.reply(request, {})

    def complete(self, request, params):
        ref, begun = params["ref"], params["argument"]["value"]
        if "words" in self.plan:
            if begun == "crash":
                self.die(8, "completion crashed the server")
            values = [w for w in self.plan["words"] if w.startswith(begun)]
            return self.reply(request, {"completion": {"values": values, "total": len(values), "hasMore": False}})
        value = f"{ref.get('name', ref.get('uri'))}/{begun} of {self.place}"
        self.reply(request, {"completion": {"values": [value], "total": 1, "hasMore": False}})

    # ---- what comes in ----

    def method(self, name):
        return {
            "ping": lambda r, p: self.reply(r, {}), "initialize": self.initialize, "server/discover": self.discover,
            "tools/list": self.list_tools, "tools/call": lambda r, p: tools.perform(self, r),
            "prompts/list": self.list_of("prompts", "prompts", "name"), "prompts/get": self.get_prompt,
            "resources/list": self.list_of("resources", "resources", "uri"), "resources/read": self.read,
            "resources/templates/list": self.list_of("templates", "resourceTemplates", "uriTemplate"),
            "resources/subscribe": self.subscribe, "resources/unsubscribe": self.unsubscribe,
            "subscriptions/listen": self.listen, "logging/setLevel": self.set_level,
            "completion/complete": self.complete}.get(name)

    def is_cancelled(self, request):
        return json.dumps(request["id"]) in self.cancelled

    def request(self, message):
        name, params = message["method"], message.get("params") or {}
        raw = json.dumps(message["id"])
        if raw in self.seen:
            self.complain(f"a second request with the id {raw}")
        self.seen.add(raw)
        if not isinstance(params, dict):
            return self.refuse(message, -32602, "params is no object")
        if name in self.plan.get("refuse", {}):
            how = self.plan["refuse"][name]
            return self.refuse(message, *(how if isinstance(how, list) else (-32603, how)))
        version = (params.get("_meta") or {}).get(META + "protocolVersion", MODERN)
        if version != MODERN and self.plan.get("era") == "modern":
            return self.refuse_version(message, version)
        if name not in ("initialize", "server/discover") and not self.fits(name, params):
            if self.era == "modern" and name in LEGACY_ONLY:
                return self.refuse(message, -32601, f"Method not found: {name}")
            return self.refuse(message, -32602, "not a request of this era")
        does = self.method(name)
        if name.startswith("tools/") and "tools" not in self.capabilities():
            does = None
        if does is None:
            self.complain(f"an unknown method: {name}")
            return self.refuse(message, -32601, f"Method not found: {name}")
        does(message, params)

    def fits(self, name, params):
        """Whether the request is one of the era; whoever sends another breaks the rules."""
        meta = [k for k in params.get("_meta") or {} if k.startswith(META)]
        era = "modern" if META + "protocolVersion" in meta else "legacy"
        self.era = self.era or era
        if self.era == "modern":
            good = era == "modern" and name not in LEGACY_ONLY
        else:
            good = not meta and name not in MODERN_ONLY and (self.greeted or name == "ping")
        if not good:
            self.complain(f"{name} with {meta} in a session of the {self.era} era, greeted: {self.greeted}")
        return good

    def notification(self, name, params):
        if name == "notifications/initialized":
            if self.era != "legacy":
                self.complain("notifications/initialized to a modern server")
            self.initialized = True
        elif name == "notifications/cancelled":
            raw = json.dumps(params.get("requestId"))
            if raw not in self.seen:
                self.complain(f"a cancellation of {raw}, which it was never asked")
            self.cancelled.add(raw)
            self.listens.pop(raw, None)
            self.on_cancel.pop(raw, lambda: None)()

    def end_subscriptions(self):
        for raw in list(self.listens):
            self.wire.send({"jsonrpc": "2.0", "id": json.loads(raw), "result": {
                "resultType": "complete", "_meta": {META + "subscriptionId": json.loads(raw)}}})
        self.listens.clear()

    # ---- its life ----

    def die(self, code, stderr):
        write(2, (stderr + "\n").encode())
        self.leave(code)

    def leave(self, code):
        os._exit(code)

    def begin(self):
        plan = self.plan
        if "starts" in plan:
            append(plan["starts"], "+")
        if "exit" in plan:
            how = plan["exit"]
            how = how if isinstance(how, dict) else {"code": how, "stderr": "cannot start: configuration is missing"}
            write(2, (how["stderr"] + "\n").encode())
            os._exit(how["code"])
        if plan.get("stubborn"):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while "gate" in plan and not os.path.exists(plan["gate"]):
            time.sleep(tools.LOOK_AGAIN_SECONDS)
        time.sleep(plan.get("start_delay", 0) / 1000)
        if plan.get("banner"):
            self.wire.raw(BANNER.encode())

    def receive(self, line):
        self.files.append("received", json.dumps({"pid": os.getpid(), "line": line}))
        message = json.loads(line)
        name = message.get("method")
        if name is None:
            wants = self.asked.pop(json.dumps(message.get("id")), None)
            if wants is None:
                self.complain(f"an answer that it did not ask for: {line[:200]}")
            else:
                wants(line)
        elif "id" in message:
            self.request(message)
        else:
            self.notification(name, message.get("params") or {})

    def run(self):
        self.begin()
        if "port" in self.plan:
            import daemon  # late: a process over stdio starts without it

            daemon.serve(self)
        for line in self.wire.lines():
            self.receive(line)
            while self.deaf:
                time.sleep(1)
        while self.plan.get("stubborn"):
            time.sleep(1)
        self.leave(0)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Server(sys.argv[1], options(sys.argv[2:])).run()
