"""A command-line program for tests, which copy it into a folder of their own and work on it there.

    python3 tool.py schema --json    prints schema.json, which lies beside it, as it is
    python3 tool.py COMMAND ...      one of the commands below

Beside it lie the files through which tests direct it and hear of it:
    spawns          a line with the pid of each process of it, and of each child
    schemas         a line for each process that was asked for the schema: its words
    executions      a line for each other process: its command, and its key if it has one
    schema.exit     the exit code of the schema command
    schema.stderr   what the schema command says on stderr
    schema.gate     while it is there, the schema command waits
    go              what `gate` and `steps` wait for
    hanging         two lines for each `hang` that has got so far; `children` has one for its grandchild
"""
import json
import os
import signal
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))

# Two lines that tests edit, as somebody who develops the program would.
VERSION = "1"
MORE_TOOLS = []


def path(name):
    return os.path.join(HERE, name)


def note(file, line):
    """One write to a file that is open for appending: lines of several processes never mix."""
    log = os.open(path(file), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(log, (line + "\n").encode("utf-8", "replace"))
    os.close(log)


def wait_for(there):
    while not there():
        time.sleep(0.01)


def say(value):
    print(json.dumps(value), flush=True)


def options(words):
    """Operands and --name=value of a command; the call's own --json is left out."""
    operands, named = [], {}
    for word in words:
        if word.startswith("--") and "=" in word:
            name, value = word[2:].split("=", 1)
            named[name] = value
        elif word not in ("--json", "--"):
            operands.append(word)
    return operands, named


def child(kind):
    """A child that holds our pipes and never ends by itself: plain, setsid or ignore_term."""
    pid = os.fork()
    if pid > 0:
        note("spawns", str(pid))
        return pid
    if kind == "setsid":
        os.setsid()
    if kind == "ignore_term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    note("children", str(os.getpid()))
    while True:
        time.sleep(3600)


def schema(words):
    note("schemas", " ".join(["schema"] + words))
    wait_for(lambda: not os.path.exists(path("schema.gate")))
    if os.path.exists(path("schema.stderr")):
        with open(path("schema.stderr"), encoding="utf-8") as words:
            sys.stderr.write(words.read())
    with open(path("schema.json"), "rb") as file:
        text = file.read()
    if MORE_TOOLS:
        whole = json.loads(text)
        whole["tools"] += MORE_TOOLS
        text = json.dumps(whole).encode()
    sys.stdout.buffer.write(text)
    sys.stdout.flush()
    if os.path.exists(path("schema.exit")):
        with open(path("schema.exit"), encoding="utf-8") as code:
            return int(code.read())
    return 0


def echo(words):
    """What it was given: its words, stdin, working directory and environment."""
    say({
        "words": words,
        "stdin": sys.stdin.buffer.read().decode("utf-8", "replace"),
        "cwd": os.getcwd(),
        "env": dict(os.environ),
        "version": VERSION,
    })


def tell(words):
    """The command of a tool without a template."""
    echo(words)


def env(words):
    """One variable, as text."""
    print(os.environ.get(options(words)[0][0], "(not set)"))


def cat(words):
    """A file beside it, byte for byte, and the exit code if there is one."""
    operands, named = options(words)
    with open(path(operands[0]), "rb") as file:
        sys.stdout.buffer.write(file.read())
    return int(named.get("exit", "0"))


def fill(words):
    """Many bytes on stdout."""
    left = int(options(words)[0][0])
    while left > 0:
        sys.stdout.buffer.write(b"x" * min(left, 65536))
        left -= 65536


def chatter(words):
    """Many lines on stderr, of 100 bytes each."""
    for i in range(int(options(words)[0][0])):
        sys.stderr.write(f"line {i} ".ljust(99, ".") + "\n")
    sys.stderr.flush()
    say({"said": True})


def leave(words):
    """An exit code, with words on stdout and stderr or without."""
    operands, named = options(words)
    sys.stdout.write(named.get("out", ""))
    sys.stderr.write(named.get("err", ""))
    return int(operands[0])


def killed(words):
    """Ends by a signal."""
    os.kill(os.getpid(), int(options(words)[0][0]))
    time.sleep(3600)


def hang(words):
    """Never ends; has a child that does not either, and a grandchild."""
    named = options(words)[1]
    kind = named.get("tree", "plain")
    if kind == "ignore_term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdout.write(named.get("out", ""))
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        child(kind)
    else:
        note("spawns", str(pid))
    note("hanging", str(os.getpid()))
    while True:
        time.sleep(3600)


def linger(words):
    """Ends at once, but leaves a child behind that holds stdout and stderr."""
    child(options(words)[1].get("tree", "plain"))
    say({"left": "a child"})


def count(words):
    """Is in `executions` with its key."""
    operands, _ = options(words)
    say({"key": operands[0]})


def gate(words):
    """The same, but waits for `go`."""
    operands, _ = options(words)
    wait_for(lambda: os.path.exists(path("go")))
    say({"key": operands[0]})


def steps(words):
    """Lines on stderr; ends when `go` is there."""
    operands, _ = options(words)
    for i in range(1, int(operands[0]) + 1):
        sys.stderr.write(f"step {i}\n")
        sys.stderr.flush()
    wait_for(lambda: os.path.exists(path("go")))
    say({"steps": int(operands[0])})


def tty(words):
    """Asks for a password, as git and ssh do: at the terminal, otherwise on stdin."""
    sys.stdout.write("Password: ")
    sys.stdout.flush()
    try:
        with open("/dev/tty", encoding="utf-8") as terminal:
            answer = terminal.readline()
    except OSError:
        answer = sys.stdin.readline()
    say({"answer": answer})


COMMANDS = [echo, tell, env, cat, fill, chatter, leave, killed, hang, linger, count, gate, steps, tty]


def main():
    note("spawns", str(os.getpid()))
    command, words = sys.argv[1], sys.argv[2:]
    if command == "schema":
        return schema(words)
    operands = options(words)[0]
    note("executions", command + (" " + operands[0] if command in ("count", "gate") else ""))
    return {c.__name__: c for c in COMMANDS}[command](words) or 0


sys.exit(main())
