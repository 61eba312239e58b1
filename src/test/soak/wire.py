"""The puppet's two pipes, and what it has put off to a later time."""

import json
import os
import time


class Wire:
    def __init__(self):
        self.parts = []  # of the line that is not complete yet
        self.later = []  # (when, what)
        self.deaf = False  # stdout was closed on purpose

    def receive(self):
        """The complete lines that have come, or None at the end of stdin."""
        data = os.read(0, 1 << 16)
        if not data:
            return None
        *complete, rest = data.split(b"\n")
        lines = []
        for piece in complete:
            lines.append(b"".join(self.parts) + piece)
            self.parts = []
        if rest:
            self.parts.append(rest)
        return lines

    def send(self, message):
        self.raw(json.dumps(message).encode() + b"\n")

    def raw(self, data):
        view = memoryview(data)
        while view and not self.deaf:
            try:
                view = view[os.write(1, view):]
            except BrokenPipeError:
                self.deaf = True  # nobody is there to hear it any more

    def hang_up(self):
        os.close(1)
        self.deaf = True

    def after(self, millis, what):
        self.later.append((time.monotonic() + millis / 1000, what))

    def patience(self):
        """Seconds until something is due, None for never."""
        return max(0, min(when for when, _ in self.later) - time.monotonic()) if self.later else None

    def due(self):
        now = time.monotonic()
        ready = [what for when, what in self.later if when <= now]
        self.later = [entry for entry in self.later if entry[0] > now]
        for what in ready:
            what()
