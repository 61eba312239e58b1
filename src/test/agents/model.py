#!/usr/bin/env python3
"""A model that plays a script, for coding agents that are tested without one.

    model.py SCRIPT RECORD

It listens on a free port of loopback, prints the port, and ends when its stdin does. SCRIPT is a JSON list of steps:
    {"call": TOOL, "with": {...}, "first": [ACTION...]}   calls the server's tool, by whatever name the client lists it
The end of the list is the end of the agent's work. What an agent would do with its other tools, or somebody else does
meanwhile, stands in `first`, and is done before the model answers:
    {"edit": FILE, "old": TEXT, "new": TEXT}
    {"kill": FILE, "log": FILE, "words": [TEXT...]} the process whose pid is the first word of the file's last line; then
                                                    waits until the log has one more line with all these texts

How far it is in the script it reads from the request: so many results of tools, so many steps. A client that asks twice
is answered the same twice.

RECORD gets a JSON object a line:
    {"step", "call", "listed", "tools", "result", "prose", "request"}   for a request that was a step: the result is that
                                       of the step before; `listed` says whether the client had told of the tool by now
    {"search", "request"}              a step's search for its tool, in clients that show tools only to those who search
    {"aside"}, {"unexpected"}, {"failed"}   other requests, those that it does not know, and what went wrong in here
Python, as the standard library has all of it, and the same machine needs Python for other tests already.
"""

import http.server
import json
import os
import signal
import sys
import threading
import time

sys.dont_write_bytecode = True  # the sources stay as they are
import apis  # noqa: E402

LIMIT_SECONDS = 20


class Model:
    def __init__(self, script, record):
        self.script, self.record = script, record
        self.lock = threading.Lock()
        self.begun = set()
        self.searched = set()

    def note(self, **what):
        self.record.write(json.dumps(what, ensure_ascii=False) + "\n")
        self.record.flush()

    def answer(self, api, body):
        with self.lock:
            if not api.is_turn(body):
                self.note(aside="", request=body)
                return api.say("A title")
            return self.step(api, body, api.seen(body))

    def step(self, api, body, seen):
        at = len(seen.results)
        step = self.script[at] if at < len(self.script) else {}
        if at not in self.begun:
            self.begun.add(at)
            for action in step.get("first", []):
                act(action)
        tool = step.get("call", "")
        if tool and tool not in seen.tools and at not in self.searched and api.searches(body):
            self.searched.add(at)
            self.note(search=tool, request=body)
            return api.search(at, step.get("search", tool))
        self.note(
            step=at, call=tool, listed=tool in seen.tools, tools={n: listed for n, (_, listed) in seen.tools.items()},
            result=seen.results[-1] if seen.results else "", prose=apis.strings(seen.prose), request=body)
        if not tool:
            return api.say("That was all.")
        how, _ = seen.tools.get(tool, (None, None))
        return api.call(body, at, tool, how, step.get("with", {}))


def act(action):
    if "kill" in action:
        kill(action)
    else:
        edit(action["edit"], action["old"], action["new"])


def edit(file, old, new):
    with open(file) as f:
        text = f.read()
    if old not in text:
        raise ValueError(f"nothing to edit in {file}: {old}")
    with open(file, "w") as f:
        f.write(text.replace(old, new))


def kill(action):
    """Kills the process that wrote the last line of a file, and waits until a log has one more line with some words."""
    before = lines_with(action["log"], action["words"])
    with open(action["kill"]) as f:
        pid = int(f.read().splitlines()[-1].split()[0])
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + LIMIT_SECONDS
    while lines_with(action["log"], action["words"]) == before:
        if time.monotonic() > end:
            raise TimeoutError(f"nobody noticed the end of {pid}")
        time.sleep(0.01)


def lines_with(file, words):
    with open(file) as f:
        return sum(all(text in line for text in words) for line in f if line.endswith("\n"))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.refuse({})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or "{}")
        path = self.path.partition("?")[0]
        for api in apis.ALL:
            if path.endswith(api.PATH):
                try:
                    return self.reply(200, "text/event-stream", self.server.model.answer(api, body))
                except Exception as e:  # told to the test, and to the client, which then ends
                    self.server.model.note(failed=f"{type(e).__name__}: {e}", request=body)
                    return self.reply(400, "application/json", json.dumps({"error": {"message": str(e)}}))
            for end, answer in api.BESIDE.items():
                if path.endswith(end):
                    self.server.model.note(aside=path, request=body)
                    return self.reply(200, "application/json", json.dumps(answer))
        return self.refuse(body)

    def refuse(self, body):
        self.server.model.note(unexpected=f"{self.command} {self.path}", request=body)
        self.reply(404, "application/json", "{}")

    def reply(self, status, kind, text):
        data = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def main():
    with open(sys.argv[1]) as f:
        script = json.load(f)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    with open(sys.argv[2], "a") as record:
        server.model = Model(script, record)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(server.server_port, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
