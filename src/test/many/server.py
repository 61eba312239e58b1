#!/usr/bin/env python3
"""An MCP server for tests of many servers: which one it is stands in `plan.json` of its folder.

    server.py DIR

Its plan, a JSON object; an unknown key is an error, because a misspelt misbehaviour would make a test pass for nothing:
    era           legacy (default), modern, or dual: then the first message but `server/discover` decides
    name          of serverInfo; instructions
    tools         names, or whole tools; `does` names what one does if that is not its name. count: so many more
    pages         of tools/list; cursor: `same` or `fresh`, an endless one; shift: the list grows after the first page
    prompts, resources, templates   names and URIs, or whole entries; hidden: URIs that can be read and are not listed
    capabilities  instead of those that fit
    mute          methods that it never answers; refuse: method -> [code, message]
    gate          a file without which it does not begin to read
    exit          {code, stderr}: ends at once; die_on: the method at which it ends; crash_loop: after its handshake
    stubborn      hears neither the end of stdin nor SIGTERM
    starts        a file that gets `+` when it starts and `-` when it answers its greeting
    until_spawn   the mischief (mute to stubborn) is that of the first so many processes only

What it leaves in DIR: `spawns` (a pid each), `received` ({pid, line} each), `executions` (a tool's name each),
`complaints` (what no server may be told).
"""

import json
import os
import signal
import sys
import time

import tools
from wire import Files, Wire, write

MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
MISCHIEF = {"mute", "refuse", "gate", "exit", "die_on", "crash_loop", "stubborn"}
KEYS = MISCHIEF | {
    "era", "name", "instructions", "tools", "count", "pages", "cursor", "shift", "prompts", "resources", "templates",
    "hidden", "capabilities", "starts", "until_spawn"}
LEGACY_ONLY = {
    "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/get",
    "tasks/result", "tasks/list", "tasks/cancel"}
MODERN_ONLY = {"server/discover", "subscriptions/listen"}


def entries(wanted, key):
    return [dict(e) if isinstance(e, dict) else {key: e, "name": e} for e in wanted]


class Server:
    def __init__(self, folder):
        self.files, self.wire = Files(folder), Wire()
        self.files.append("spawns", str(os.getpid()))
        self.spawn = len(self.files.lines("spawns"))
        self.plan, self.tools, self.does = {}, [], {}
        self.take(self.load())
        self.era = {"legacy": "legacy", "modern": "modern", "dual": None}[self.plan.get("era", "legacy")]
        self.client = {}
        self.greeted = self.initialized = False
        self.level = "none"
        self.subscribed = set()
        self.listens = {}  # raw id of a listen -> its filter
        self.asked = {}  # raw id of a question of ours -> who wants the answer
        self.seen, self.cancelled = set(), set()
        self.on_cancel = {}
        self.tasks = {}
        self.page_size = 0

    def load(self):
        plan = self.files.json("plan.json")
        if set(plan) - KEYS:
            raise ValueError(f"unknown in the plan: {set(plan) - KEYS}")
        if self.spawn > plan.get("until_spawn", self.spawn):
            plan = {k: v for k, v in plan.items() if k not in MISCHIEF}
        return plan

    def take(self, plan):
        self.plan = plan
        self.tools = []
        for t in plan.get("tools", []):
            t = dict(t) if isinstance(t, dict) else {
                "name": t, "description": f"{t} of the fixture", "inputSchema": {"type": "object"}}
            self.does[t["name"]] = t.pop("does", t["name"])
            self.tools.append(t)
        for i in range(plan.get("count", 0)):
            self.tools.append({
                "name": f"tool_{i:04}", "description": f"Tool {i}", "inputSchema": {
                    "type": "object", "properties": {"text": {"type": "string"}}}})

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
        return self.subscribed | {u for w in self.listens.values() for u in w.get("resourceSubscriptions", [])}

    # ---- greetings ----

    def info(self):
        return {"name": self.plan.get("name", "fixture"), "version": "1.0.0"}

    def capabilities(self):
        if "capabilities" in self.plan:
            return self.plan["capabilities"]
        there = {"tools": {"listChanged": True}}
        if self.era != "modern":
            there.update(logging={}, tasks={"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}})
        if "prompts" in self.plan:
            there.update(prompts={"listChanged": True}, completions={})
        if any(k in self.plan for k in ("resources", "templates", "hidden")):
            there.update(resources={"listChanged": True, "subscribe": True}, completions={})
        return there

    def introduction(self):
        return {"capabilities": self.capabilities(), "instructions": self.plan.get("instructions", "A fixture.")}

    def initialize(self, request, params):
        if self.plan.get("era") == "modern":
            return self.refuse(request, -32022, "Unsupported protocol version", data={
                "supported": [MODERN], "requested": params.get("protocolVersion")})
        if self.greeted:
            self.complain("a second initialize")
        self.era, self.greeted = "legacy", True
        self.client = params
        self.started()
        self.reply(request, {
            "protocolVersion": params["protocolVersion"], "serverInfo": self.info(), **self.introduction()})

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
            self.shared("-")

    def shared(self, sign):
        fd = os.open(self.plan["starts"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(fd, (sign + "\n").encode())
        os.close(fd)

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
        if self.plan.get("shift") and cursor is None:
            self.plan = {**self.plan, "shift": False}
            self.tools.insert(0, {"name": "shifted_in", "inputSchema": {"type": "object"}})
            self.changed("tools")

    def list_of(self, key, member, name):
        return lambda request, params: self.reply_list(request, {member: entries(self.plan.get(key, []), name)})

    def get_prompt(self, request, params):
        if params["name"] not in [e["name"] for e in entries(self.plan.get("prompts", []), "name")]:
            return self.refuse(request, -32602, f"Unknown prompt: {params['name']}")
        text = f"{params['name']} of {os.path.basename(self.files.folder)}"
        self.reply(request, {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]})

    def read(self, request, params):
        uri = params["uri"]
        listed = [e["uri"] for e in entries(self.plan.get("resources", []), "uri")] + self.plan.get("hidden", [])
        heads = [e["uriTemplate"].split("{")[0] for e in entries(self.plan.get("templates", []), "uriTemplate")]
        if uri not in listed and not any(uri.startswith(h) for h in heads):
            code = -32602 if self.era == "modern" else -32002
            return self.refuse(request, code, "Resource not found", data={"uri": uri})
        text = f"{uri} of {os.path.basename(self.files.folder)}"
        self.reply_list(request, {"contents": [{"uri": uri, "mimeType": "text/plain", "text": text}]})

    def subscribe(self, request, params):
        self.subscribed.add(params["uri"])
        self.reply(request, {})

    def unsubscribe(self, request, params):
        self.subscribed.discard(params["uri"])
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
        ref = params["ref"]
        value = f"{ref.get('name', ref.get('uri'))}/{params['argument']['value']} of {os.path.basename(self.files.folder)}"
        self.reply(request, {"completion": {"values": [value], "total": 1, "hasMore": False}})

    # ---- tasks of 2025-11-25 ----

    def begin_task(self, request, arguments):
        number = str(arguments.get("task_id", len(self.tasks) + 1))
        self.tasks[number] = {
            "taskId": number, "status": "working", "createdAt": "2026-01-01T00:00:00Z",
            "lastUpdatedAt": "2026-01-01T00:00:00Z", "ttl": 60000}
        self.reply(request, {"task": self.tasks[number]})

    def task(self, request, params):
        task = self.tasks.get(params.get("taskId"))
        if task is None:
            return self.refuse(request, -32602, f"Unknown task: {params.get('taskId')}")
        if request["method"] == "tasks/result":
            text = f"task {task['taskId']} of {os.path.basename(self.files.folder)}"
            return self.reply(request, {
                "content": [{"type": "text", "text": text}],
                "_meta": {META + "related-task": {"taskId": task["taskId"]}}})
        if request["method"] == "tasks/cancel":
            task["status"] = "cancelled"
        self.reply(request, task)

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
            "completion/complete": self.complete, "tasks/get": self.task, "tasks/result": self.task,
            "tasks/cancel": self.task,
            "tasks/list": lambda r, p: self.reply(r, {"tasks": list(self.tasks.values())})}.get(name)

    def is_cancelled(self, request):
        return json.dumps(request["id"]) in self.cancelled

    def request(self, message):
        name, params = message["method"], message.get("params") or {}
        raw = json.dumps(message["id"])
        if raw in self.seen:
            self.complain(f"a second request with the id {raw}")
        self.seen.add(raw)
        if self.plan.get("die_on") == name:
            self.die(9, f"died on {name}")
        if name in self.plan.get("mute", []):
            return
        if name in self.plan.get("refuse", {}):
            return self.refuse(message, *self.plan["refuse"][name])
        if name not in ("initialize", "server/discover") and not self.fits(name, params):
            return self.refuse(message, -32602, "not a request of this era")
        does = self.method(name)
        if does is None:
            self.complain(f"an unknown method: {name}")
            return self.refuse(message, -32601, f"Method not found: {name}")
        does(message, params)
        if name == "initialize" and self.plan.get("crash_loop"):
            self.die(1, "in a crash loop")

    def fits(self, name, params):
        """Whether the request is one of the era; whoever sends another breaks the rules."""
        meta = [k for k in params.get("_meta") or {} if k.startswith(META) and k != META + "related-task"]
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

    def die(self, code, why):
        write(2, (why + "\n").encode())
        os._exit(code)

    def run(self):
        if "starts" in self.plan:
            self.shared("+")
        if "exit" in self.plan:
            self.die(self.plan["exit"]["code"], self.plan["exit"]["stderr"])
        if self.plan.get("stubborn"):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while "gate" in self.plan and not os.path.exists(self.plan["gate"]):
            time.sleep(tools.LOOK_AGAIN_SECONDS)
        for line in self.wire.lines():
            self.files.append("received", json.dumps({"pid": os.getpid(), "line": line}))
            message = json.loads(line)
            if "method" not in message:
                wants = self.asked.pop(json.dumps(message.get("id")), None)
                if wants is None:
                    self.complain(f"an answer that it did not ask for: {line[:200]}")
                else:
                    wants(message)
            elif "id" in message:
                self.request(message)
            else:
                self.notification(message["method"], message.get("params") or {})
        while self.plan.get("stubborn"):
            time.sleep(1)
        os._exit(0)


Server(sys.argv[1]).run()
