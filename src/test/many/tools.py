"""What the tools of the fixture server do. A tool does what its name says, or what its `does` says; one that is not
in the table below answers with its own name."""

import json
import os
import subprocess
import time

from wire import later, write

LOOK_AGAIN_SECONDS = 0.01


class Call:
    """A `tools/call` that has come in."""

    def __init__(self, server, request):
        self.server, self.request = server, request
        self.params = request["params"]
        self.arguments = self.params.get("arguments") or {}
        self.token = (self.params.get("_meta") or {}).get("progressToken")

    def text(self, text):
        self.server.reply(self.request, {"content": [{"type": "text", "text": text}]})

    def json(self, value):
        self.text(json.dumps(value, ensure_ascii=False))

    def cancelled(self):
        return self.server.is_cancelled(self.request)

    def progress(self, token, n):
        for i in range(1, n + 1):
            self.server.notify("notifications/progress", {"progressToken": token, "progress": i, "total": n})


def echo(call):
    call.text(str(call.arguments.get("text")))


def who(call):
    server = call.server
    call.json({
        "folder": os.path.basename(server.files.folder), "pid": os.getpid(), "spawn": server.spawn, "era": server.era,
        "cwd": os.getcwd(), "client": server.client})


def env(call):
    call.text(os.environ.get(call.arguments["name"], "(not set)"))


def gate(call):
    """Answers once a file exists."""

    def wait():
        while not os.path.exists(call.arguments["path"]):
            if call.cancelled():
                return
            time.sleep(LOOK_AGAIN_SECONDS)
        if not call.cancelled():
            call.text("through the gate")

    later(wait)


def never(call):
    """Never answers; `on_cancel` says what it does when it is cancelled, which it should not do."""

    def on_cancel():
        how = call.arguments.get("on_cancel")
        if how == "progress":
            call.progress(call.token, 3)
        if how == "reply":
            call.text("a reply to a cancelled call")

    call.server.on_cancel[json.dumps(call.request["id"])] = on_cancel


def crash(call):
    write(2, (call.arguments.get("stderr", "it crashes on purpose") + "\n").encode())
    os._exit(call.arguments.get("code", 3))


def big(call):
    call.text("x" * call.arguments["bytes"])


def raw(call):
    """Answers with exactly the result, or the error, that it is given."""
    if "error" in call.arguments:
        call.server.wire.send({"jsonrpc": "2.0", "id": call.request["id"], "error": call.arguments["error"]})
    else:
        call.server.reply(call.request, call.arguments["result"])


def ask(call):
    """Asks the client, under the id 1 if no other is wanted, and answers with what came back."""
    server, arguments = call.server, call.arguments
    number = arguments.get("id", 1)
    server.asked[json.dumps(number)] = call.json
    server.wire.send({
        "jsonrpc": "2.0", "id": number, "method": arguments["method"], "params": arguments.get("params", {})})
    if arguments.get("withdraw"):
        del server.asked[json.dumps(number)]
        server.notify("notifications/cancelled", {"requestId": number, "reason": "changed my mind"})
        call.text("withdrawn")


def progress(call):
    """Reports under the call's own token, and under a `foreign` one that was never given to it."""
    n = call.arguments["n"]
    if "foreign" in call.arguments:
        call.progress(call.arguments["foreign"], n)
    if call.token is not None:
        call.progress(call.token, n)
    call.json(call.token)


def changed(call):
    for kind in call.arguments["kinds"]:
        call.server.changed(kind)
    call.text("told")


def replan(call):
    """Takes the plan as it is now, and says that its lists have changed."""
    call.server.take(call.server.load())
    changed(call)


def churn(call):
    """Adds tools one after the other, each with a change of its own."""
    for i in range(call.arguments["n"]):
        call.server.tools.append({"name": f"churned_{i}", "inputSchema": {"type": "object"}})
        call.server.changed("tools")
    call.text("churned")


def updated(call):
    call.server.updated(call.arguments["uri"])
    call.json(sorted(call.server.subscribed_uris()))


def level(call):
    call.text(call.server.level)


def log(call):
    call.server.notify("notifications/message", {"level": call.arguments["level"], "data": call.arguments["data"]})
    call.text("logged")


def flood(call):
    """Writes what is no message, to stdout or stderr, until a file exists."""
    fd = {"stdout": 1, "stderr": 2}[call.arguments["where"]]
    line = b"flood " * 200 + b"\n"

    def run():
        while not os.path.exists(call.arguments["until"]):
            if fd == 1:
                call.server.wire.raw(line * 50)
            else:
                write(2, line * 50)
        call.server.files.append("flooded", "over")

    later(run)
    call.text("flooding")


def child(call):
    """Starts a process that would outlive this one."""
    call.text(str(subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL).pid))


def ask_input(call):
    """The modern era's way to ask: one more round trip (`input_required`)."""
    if "inputResponses" in call.params:
        return call.json({"state": call.params.get("requestState"), "responses": call.params["inputResponses"]})
    call.server.reply(call.request, {
        "resultType": "input_required",
        "inputRequests": {"who": {"method": "elicitation/create", "params": {
            "mode": "form", "message": "Who are you?",
            "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}}},
        "requestState": "state of " + os.path.basename(call.server.files.folder)})


DOES = {f.__name__: f for f in (
    echo, who, env, gate, never, crash, big, raw, ask, progress, changed, replan, churn, updated, level, log, flood,
    child, ask_input)}


def perform(server, request):
    call = Call(server, request)
    name = call.params.get("name")
    tool = next((t for t in server.tools if t["name"] == name), None)
    if tool is None:
        return server.refuse(request, -32602, f"Unknown tool: {name}")
    server.files.append("executions", name)
    if "task" in call.params:
        return server.begin_task(request, call.arguments)
    does = DOES.get(server.does.get(name, name))
    if does is None:
        return call.text(f"{name} of {os.path.basename(server.files.folder)}, spawn {server.spawn}")
    does(call)
