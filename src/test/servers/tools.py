"""What the tools of the scripted server do. A tool of a plan does what its `does` says, or its name; one that is not in
the table below answers with its own name, or as its entry says:

    says      the text of its answer, with {name}, {place}, {spawn} and its arguments; result, error: all of the answer
    exit      {code, stderr}: it ends the server instead; once: only the first time
    given     arguments that a call need not give
"""

import json
import os
import signal
import time

from wire import encoded, later, write

LOOK_AGAIN_SECONDS = 0.01
ACTS = ("does", "says", "result", "error", "exit", "once", "given")
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")


class Call:
    """A `tools/call` that has come in."""

    def __init__(self, server, request):
        self.server, self.request = server, request
        self.params = request.get("params") or {}
        self.entry = server.acts.get(str(self.params.get("name")), {})  # what the plan says of the tool
        self.arguments = {**self.entry.get("given", {}), **(self.params.get("arguments") or {})}
        self.token = (self.params.get("_meta") or {}).get("progressToken")

    def text(self, text, **more):
        self.server.reply(self.request, {"content": [{"type": "text", "text": text}], **more})

    def json(self, value):
        self.text(encoded(value).decode())

    def line(self, text):
        """A whole answer, as bytes of a line that is still to be written."""
        result = {"content": [{"type": "text", "text": text}]}
        return encoded({"jsonrpc": "2.0", "id": self.request["id"], "result": result}) + b"\n"

    def raw(self, data):
        self.server.wire.raw(data)

    def cancelled(self):
        return self.server.is_cancelled(self.request)

    def progress(self, token, n):
        for i in range(1, n + 1):
            self.server.notify("notifications/progress", {
                "progressToken": token, "progress": i, "total": n, "message": f"step {i}"})


# ---- what it tells ----


def echo(call):
    call.text(" ".join([str(call.arguments.get("text"))] * call.arguments.get("times", 1)))


def add(call):
    total = call.arguments["a"] + call.arguments["b"]
    call.text(str(total), structuredContent={"result": total})


def who(call):
    server = call.server
    call.json({
        "folder": os.path.basename(server.files.folder), "pid": os.getpid(), "spawn": server.spawn, "era": server.era,
        "cwd": os.getcwd(), "client": server.client})


def length(call):
    call.text(str(len(call.arguments["text"])))


def pid(call):
    call.json({"pid": os.getpid(), "spawn": call.server.spawn})


def env(call):
    call.text(os.environ.get(call.arguments["name"], "(not set)")) if call.arguments else call.json(dict(os.environ))


def cwd(call):
    call.text(os.getcwd())


def count(call):
    """How often its key was counted by this process."""
    key, counts = call.arguments.get("key"), call.server.counts
    counts[key] = counts.get(key, 0) + 1
    call.text(str(counts[key]))


def counter(call):
    call.text(str(call.server.files.lines("executions").count("counter")))


def error(call):
    call.server.refuse(call.request, call.arguments["code"], call.arguments["message"], data={"detail": "kept"})


def is_error(call):
    call.text("the tool says no", isError=call.server.spawn >= call.arguments.get("from_spawn", 1))


# ---- when it answers ----


def sleep(call):
    def wait():
        time.sleep(call.arguments["ms"] / 1000)
        if not call.cancelled():
            call.text("slept")

    later(wait)


def slow(call):
    """A sleep that no cancellation ends."""

    def wait():
        time.sleep(call.arguments.get("ms", 1000) / 1000)
        call.text(call.arguments.get("text", "slow"))

    later(wait)


def gate(call):
    """Answers once a file exists."""

    def wait():
        while not os.path.exists(call.arguments["path"]):
            if call.cancelled():
                return
            time.sleep(LOOK_AGAIN_SECONDS)
        if not call.cancelled():
            call.text(call.entry.get("says", "through the gate").format(spawn=call.server.spawn))

    later(wait)


def block(call):
    """Until a file exists nothing is read or answered, as by a server whose one thread is busy."""
    while not os.path.exists(call.arguments["until"]):
        time.sleep(LOOK_AGAIN_SECONDS)
    call.text("free")


def never(call):
    """Never answers; `on_cancel` says what it does when it is cancelled, which it should not do."""

    def on_cancel():
        how = call.arguments.get("on_cancel")
        if how == "progress":
            call.progress(call.token, 3)
        if how == "reply":
            call.text("a reply to a cancelled call")
        if how == "crash":
            call.server.die(2, "crashed on cancellation")

    call.server.on_cancel[json.dumps(call.request["id"])] = on_cancel


# ---- how it ends ----


def crash(call):
    how = call.arguments.get("mode", "exit")
    write(2, (call.arguments.get("stderr", "it crashes on purpose") + "\n").encode())
    if how == "exit":
        call.server.leave(call.arguments.get("code", 3))
    os.kill(os.getpid(), getattr(signal, how.upper()))


def stop_self(call):
    os.kill(os.getpid(), signal.SIGSTOP)


def stop_reading(call):
    call.text("not reading any more")
    call.server.deaf = True


# ---- what it writes ----


def big(call):
    call.text("x" * call.arguments["bytes"])


def banner(call):
    """Writes lines that are no messages, or one long one."""
    if "bytes" in call.arguments:
        call.raw(b"y" * call.arguments["bytes"] + b"\n")
        call.text("a long banner written")
    else:
        call.raw(b'I am a banner, not a message\n\n{"level":30,"msg":"pretty log"}\n{"jsonrpc":"2.0","id":\n')
        call.text("banner written")


def stderr(call):
    write(2, (call.arguments["line"] + "\n").encode())
    call.text("written")


def raw(call):
    """Answers with exactly the result, or the error, that it is given."""
    if "error" in call.arguments:
        call.server.wire.send({"jsonrpc": "2.0", "id": call.request["id"], "error": call.arguments["error"]})
    else:
        call.server.reply(call.request, call.arguments["result"])


def ask(call):
    """Asks the client, under the ids 1, 2 and so on if no other is wanted, and answers with what came back."""
    server, arguments = call.server, call.arguments
    server.questions += 1
    number = arguments.get("id", server.questions)
    says = call.entry.get("says")
    server.asked[json.dumps(number)] = lambda line: call.text(says.format(**json.loads(line)) if says else line)
    params = {"params": arguments["params"]} if "params" in arguments else {}
    server.wire.send({"jsonrpc": "2.0", "id": number, "method": arguments["method"], **params})
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


def add_tool(call):
    call.server.tools.append({"name": call.arguments["name"], "inputSchema": {"type": "object"}})
    call.server.changed("tools")
    call.text("added")


def updated(call):
    call.server.updated(call.arguments["uri"])
    call.json(call.server.subscribed_uris())


def end_subscriptions(call):
    call.server.end_subscriptions()
    call.text("ended")


def level(call):
    call.text(call.server.level)


def log(call):
    """Logs what it is told, or else at each level that is wanted."""
    server, arguments = call.server, call.arguments
    first = LEVELS.index(server.level) if server.level in LEVELS else 0
    for message in [arguments] if arguments else [{"level": v, "data": f"a {v} message"} for v in LEVELS[first:]]:
        server.notify("notifications/message", message)
    call.text(server.level)


def flood(call):
    """Writes what is no message: megabytes to stderr at once, or to stdout or stderr until a file exists."""
    where = call.arguments.get("where", "stderr")
    line = f"{where} flood ".encode() * 100 + b"\n"
    if "mb" in call.arguments:
        write(2, line * (call.arguments["mb"] * 1024 * 1024 // len(line)))
        return call.text(f"flooded {call.arguments['mb']} MB")

    def run():
        while not os.path.exists(call.arguments["until"]):
            if where == "stdout":
                call.raw(line * 50)
            else:
                write(2, line * 50)
        call.server.files.append("flooded", "over")

    later(run)
    call.text("flooding")


def child(call):
    """Starts a process that would outlive this one: direct, reparented, in a session of its own."""
    import subprocess

    mode, sleeper = call.arguments.get("mode", "plain"), ["sleep", "600"]
    away = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if mode == "double_fork":
        shell = ["sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"]
        return call.text(subprocess.run(shell, stdin=subprocess.DEVNULL, capture_output=True).stdout.decode().strip())
    if mode == "ignore_term":
        sleeper = ["sh", "-c", 'trap "" TERM HUP INT; while :; do sleep 1; done']
    if mode == "inherit":  # holds our stdout and stderr: end of file does not come when this server dies
        away = {"stdin": subprocess.DEVNULL}
    call.text(str(subprocess.Popen(sleeper, start_new_session=mode == "setsid", **away).pid))


# ---- what it asks, and asks of itself ----


def ask_input(call):
    """The modern era's way to ask: one more round trip (`input_required`)."""
    if "inputResponses" in call.params:
        return call.json({"state": call.params.get("requestState"), "responses": call.params["inputResponses"]})
    call.server.reply(call.request, {
        "resultType": "input_required",
        "inputRequests": {"who": {"method": "elicitation/create", "params": {
            "mode": "form", "message": "Who are you?",
            "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}}},
        "requestState": "é state of " + call.server.place})


DOES = {f.__name__: f for f in (
    echo, add, length, who, pid, env, cwd, count, counter, error, is_error, sleep, slow, gate, block, never, crash,
    stop_self, stop_reading, big, banner, stderr,
    raw, ask, progress, changed, replan, add_tool, updated, end_subscriptions, level, log, flood, child, ask_input)}


def perform(server, request):
    call = Call(server, request)
    name = call.params.get("name")
    server.files.append("executions", str(name))
    if not any(t["name"] == name for t in server.tools):
        return server.refuse(request, -32602, f"Unknown tool: {name}")
    server.log(executed=call.arguments.get("key", name), tool=name)
    if server.plan.get("tells"):
        write(2, f"called {name}\n".encode())
    does = DOES.get(call.entry.get("does", name))
    if does is not None:
        return does(call)
    server.act(request, call.entry, name, call.arguments, "{name} of {place}, spawn {spawn}", lambda text: {
        "content": [{"type": "text", "text": text}]})
