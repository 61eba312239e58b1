"""How the puppet misbehaves: in its start by its own dice, in a call as the call says."""

import os
import signal
import sys
import time

import rounds


class Dice:
    """A small generator of its own, as importing `random` would cost half of the start-up."""

    def __init__(self, seed):
        self.state = seed & 0xFFFFFFFFFFFFFFFF or 1
        for _ in range(8):
            self.next()

    def next(self):
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= (x << 17) & 0xFFFFFFFFFFFFFFFF
        self.state = x
        return x >> 11

    def below(self, n):
        return self.next() % n

    def under(self, percent):
        return self.below(100) < percent

    def one_of(self, things):
        return things[self.below(len(things))]


def die(how):
    if how.startswith("exit"):
        os._exit(int(how[4:]))
    os.kill(os.getpid(), getattr(signal, "SIG" + how))
    time.sleep(60)


def flood(kilobytes):
    """Fills stderr, with what a terminal would obey."""
    line = b"\x1b[31mflood\x1b[0m \x07 \x00 " + b"z" * 100 + b"\n"
    for _ in range(kilobytes * 8):
        os.write(2, line)


def banner(wire):
    wire.raw("Puppet starting…\n\nnpm warn deprecated left-pad@1.0.0\n{\"level\":30,\"msg\":\"a log line\"}\n[1,2]\n42\n".encode())


def odd_notifications(wire):
    """Progress that belongs to nobody, under tokens that are none."""
    for token in ("true", "null", "{\"a\":1}", "[1]", "1e400", "\"nobody's\""):
        text = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1}}\n'
        wire.raw((text % token).encode())


def start_child(puppet, daemon):
    """A process that inherits all pipes: a child of the tree, or a daemon in a session of its own."""
    role = "puppet-daemon" if daemon else "puppet-child"
    pid = os.fork()
    if pid == 0:
        if daemon:
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
        os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", "import time; time.sleep(120)", role, puppet.folder])
    if daemon:
        os.waitpid(pid, 0)


def at_start(puppet):
    how = puppet.dice.one_of([
        "exit3", "exit0", "KILL", "SEGV", "half", "never", "refuse", "slow", "slow", "banner", "flood", "mute",
        "after-hello", "in-list"])
    if how == "refuse" and puppet.spawn == 1:
        return  # the client would have no session
    if how.startswith("exit") or how in ("KILL", "SEGV"):
        die(how)
    elif how == "half":
        puppet.wire.raw(b'{"jsonrpc":"2.0","id":')
        die("exit5")
    elif how == "never":
        time.sleep(60)
    elif how == "refuse":
        instead(puppet, ("initialize", "server/discover"), lambda p, r, q: p.refuse(r, -32603, "refused by its dice"))
    elif how == "slow":
        time.sleep(puppet.dice.below(1500) / 1000)
    elif how == "banner":
        banner(puppet.wire)
    elif how == "flood":
        flood(300)
    elif how == "mute":
        puppet.wire.hang_up()
    elif how == "after-hello":
        hello = puppet.METHODS

        def answer_and_die(p, r, q):
            hello[r["method"]](p, r, q)
            die("exit6")

        greeted = "server/discover" if puppet.only and puppet.modern else "initialize"  # a refusal is no greeting
        instead(puppet, (greeted, greeted if puppet.only else "server/discover"), answer_and_die)
    elif how == "in-list":
        instead(puppet, ("tools/list",), lambda p, r, q: die("exit7"))


def instead(puppet, methods, does):
    puppet.METHODS = {**puppet.METHODS, **{m: does for m in methods}}


def progress(puppet, token, number):
    for i in range(1, number + 1):
        puppet.notify("notifications/progress", {"progressToken": token, "progress": i, "total": number})


FATAL = ("never", "die", "half", "hang", "mute", "then-die", "daemon")


def perform(puppet, request, arguments, token):
    do, wire = arguments.get("do", "ok"), puppet.wire
    word, _, detail = do.partition(":")
    number = int(detail) if detail.isdigit() else 0
    if word in FATAL and puppet.is_calm():
        word = "ok"  # a read of before, delivered again

    def done():
        puppet.done(request, arguments)

    if word == "slow":
        return wire.after(number, done)
    if word == "never":
        return
    if word == "die":
        die(detail)
    if word == "half":
        wire.raw(b'{"jsonrpc":"2.0","id":%d,"result":{"content":' % os.getpid())
        die("exit8")
    if word == "hang":
        time.sleep(120)
    if word == "mute":
        return wire.hang_up()
    if word.startswith("ask") and puppet.only and puppet.modern:
        return rounds.perform(puppet, request, "input-all", number or 1, arguments["key"],
                              lambda r: puppet.done(r, arguments))
    if word == "ask":
        for _ in range(number):
            puppet.ask("roots/list", "", None)  # it does not wait, so it may outlive its call
    if word == "ask-and-wait":
        return puppet.ask("sampling/createMessage", arguments["key"], done)
    if word.startswith("input-"):
        return rounds.perform(puppet, request, word, number, arguments["key"], lambda r: puppet.done(r, arguments))
    if word == "progress":
        progress(puppet, token, number)
    if word == "odd":
        odd_notifications(wire)
    if word == "changed":
        puppet.notify("notifications/tools/list_changed", {})
    if word == "banner":
        banner(wire)
    if word == "flood":
        flood(number)
    if word in ("child", "daemon"):
        start_child(puppet, word == "daemon")
    if word == "tell":
        puppet.tell(arguments["key"])
    if word == "slow-progress":
        def report():
            progress(puppet, token, number)
            done()
        return wire.after(200, report)
    if word == "slow-tell":
        def tell():
            puppet.tell(arguments["key"])
            done()
        return wire.after(number, tell)
    done()
    if word == "then-die":
        die(detail)
