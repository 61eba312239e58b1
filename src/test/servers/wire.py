"""What a fixture server has around its protocol: lines in and out, and files that tests read."""

import json
import os
import sys
import threading


class Files:
    """The server's folder. Every line is one append, so that it survives whatever happens next."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def append(self, name, line):
        append(self.path(name), line)

    def marked(self, name):
        """Whether it was asked this before."""
        if os.path.exists(self.path(name + ".done")):
            return True
        self.append(name + ".done", "")
        return False

    def lines(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return f.read().splitlines()

    def json(self, name):
        with open(self.path(name), encoding="utf-8") as f:
            return json.load(f)


def append(path, line):
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(fd, (line + "\n").encode())
    os.close(fd)


class Wire:
    """Writes whole lines from any thread."""

    def __init__(self):
        self.lock = threading.Lock()

    def send(self, message):
        self.raw(encoded(message) + b"\n")

    def raw(self, data):
        with self.lock:
            write(1, data)

    @staticmethod
    def lines():
        for line in sys.stdin.buffer:
            if line.strip():
                yield line.decode("utf-8", "replace").rstrip("\r\n")


def encoded(message):
    # Half a surrogate pair stays an escape, as JSON can have it.
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def write(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def later(body):
    """Runs it beside the reading of stdin."""
    threading.Thread(target=body, daemon=True).start()
