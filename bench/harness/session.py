"""A session with a command that speaks MCP over stdio, for what the clients that measure cannot do."""

import json
import subprocess
import sys


class Session:
    def __init__(self, command, environment):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
        self.pid = self.process.pid
        self.ids = 0

    def open(self, revision="2025-06-18"):
        client = {"name": "bench", "version": "1"}
        self.ask("initialize", protocolVersion=revision, capabilities={}, clientInfo=client)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, message):
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        self.process.stdin.flush()

    def send(self, method, **params):
        self.ids += 1
        self.write({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        return self.ids

    def answer(self, id_):
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("bench: the command has ended")
            message = json.loads(line)
            if message.get("id") == id_ and "method" not in message:
                if "result" not in message or message["result"].get("isError"):
                    sys.exit(f"bench: unexpected: {message}")
                return message["result"]

    def ask(self, method, **params):
        return self.answer(self.send(method, **params))

    def call(self):
        return self.send("tools/call", name="echo", arguments={"text": "a"})

    def end(self):
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.wait()
