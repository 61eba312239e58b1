#!/usr/bin/env python3
"""A to-do list for the terminal. It has never heard of MCP.

    todo.py add "Buy milk" --due 2026-12-01
    todo.py list
    todo.py done 1

The list is a text file: the one that TODO_FILE names, or todo.txt here. With --json, every command
prints one JSON object; `todo.py schema --json` says which commands there are, and
`pitstop cli -- examples/todo.py` makes them tools of an agent.
"""
import argparse
import datetime
import fcntl
import json
import os
import sys
from contextlib import contextmanager

DATE = {"type": "string", "description": "A day, such as 2026-12-01", "pattern": r"^\d{4}-\d\d-\d\d$"}
IDS = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 1}
TASK = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "title": {"type": "string"},
        "due": {"type": "string"},
        "done": {"type": "boolean"},
    },
    "required": ["id", "title", "done"],
}
TASKS = {"type": "object", "properties": {"tasks": {"type": "array", "items": TASK}}, "required": ["tasks"]}

SCHEMA = {
    "tools": [
        {
            "name": "add_task",
            "description": "Adds a task to the list",
            "parameters": {
                "type": "object",
                "properties": {"title": {"type": "string", "description": "One line"}, "due": DATE},
                "required": ["title"],
            },
            # Behind "--" everything is an operand: a title may begin with "-".
            "cli_command": ["add", "--due={due}", "--", "{title}"],
        },
        {
            "name": "list_tasks",
            "description": "Lists the open tasks, or all",
            "parameters": {
                "type": "object",
                "properties": {"all": {"type": "boolean", "description": "Also those that are done"}, "due_by": DATE},
            },
            "outputSchema": TASKS,
            "annotations": {"readOnlyHint": True},
            # true is the flag alone, false and absent are neither flag nor value.
            "cli_command": ["list", "--all", "{all}", "--due-by={due_by}"],
        },
        {
            "name": "complete_tasks",
            "description": "Marks tasks as done",
            "parameters": {"type": "object", "properties": {"ids": IDS}, "required": ["ids"]},
            "annotations": {"idempotentHint": True},
            # Each item of an array is a word.
            "cli_command": ["done", "{ids}"],
        },
        {
            "name": "remove_task",
            "description": "Removes a task for good",
            "parameters": {
                "type": "object",
                "properties": {"id": {"type": "integer", "minimum": 1}},
                "required": ["id"],
            },
            "annotations": {"destructiveHint": True},
            "cli_command": ["remove", "{id}"],
        },
    ]
}


class Mistake(Exception):
    """What the user should know and can mend."""


def day(text):
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise Mistake(f"{text} is no day; write it like 2026-12-01") from None


def read(file):
    """The tasks of a file; each line is: id, x or -, day or nothing, title; a tab between them."""
    if not os.path.exists(file):
        return []
    tasks = []
    with open(file, encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 4 or not fields[0].isdigit():
                raise Mistake(f"{file}, line {number}: no task: {line.strip()}")
            task = {"id": int(fields[0]), "title": fields[3], "done": fields[1] == "x"}
            if fields[2]:
                task["due"] = fields[2]
            tasks.append(task)
    return tasks


def write(file, tasks):
    """Replaces the file as a whole, so that nobody ever reads half of it."""
    with open(file + ".new", "w", encoding="utf-8", newline="\n") as out:
        for task in tasks:
            fields = [str(task["id"]), "x" if task["done"] else "-", task.get("due", ""), task["title"]]
            out.write("\t".join(fields) + "\n")
    os.replace(file + ".new", file)


@contextmanager
def changing(file):
    """The tasks, to be changed; agents call several tools at once, so one after the other."""
    with open(file + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        tasks = read(file)
        yield tasks
        write(file, tasks)


def find(tasks, number):
    for task in tasks:
        if task["id"] == number:
            return task
    raise Mistake(f"there is no task {number}")


def add(file, args):
    if any(c in args.title for c in "\t\n\r") or not args.title.strip():
        raise Mistake("a title is one line of text, without tabs")
    task = {"title": args.title, "done": False}
    if args.due:
        task["due"] = day(args.due)
    with changing(file) as tasks:
        task["id"] = 1 + max((t["id"] for t in tasks), default=0)
        tasks.append(task)
    return {"task": task}


def list_(file, args):
    limit = args.due_by and day(args.due_by)
    shown = [t for t in read(file) if args.all or not t["done"]]
    return {"tasks": [t for t in shown if not limit or ("due" in t and t["due"] <= limit)]}


def done(file, args):
    with changing(file) as tasks:
        found = [find(tasks, number) for number in args.ids]
        for task in found:
            task["done"] = True
    return {"tasks": found}


def remove(file, args):
    with changing(file) as tasks:
        task = find(tasks, args.id)
        tasks.remove(task)
    return {"removed": task}


def show(result):
    """The same for people."""
    if "removed" in result:
        print("removed:", end=" ")
    for task in result.get("tasks", list(result.values())):
        due = f"  (due {task['due']})" if "due" in task else ""
        print(f"{task['id']:3} [{'x' if task['done'] else ' '}] {task['title']}{due}")


def parser():
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help="print one JSON object")
    whole = argparse.ArgumentParser(prog="todo.py", description="A to-do list.")
    commands = whole.add_subparsers(dest="command", required=True)

    def command(name, run, text):
        sub = commands.add_parser(name, parents=[common], help=text)
        sub.set_defaults(run=run)
        return sub

    sub = command("add", add, "add a task")
    sub.add_argument("title")
    sub.add_argument("--due", metavar="DAY")
    sub = command("list", list_, "show the open tasks")
    sub.add_argument("--all", action="store_true", help="also those that are done")
    sub.add_argument("--due-by", metavar="DAY")
    command("done", done, "mark tasks as done").add_argument("ids", type=int, nargs="+", metavar="ID")
    command("remove", remove, "remove a task").add_argument("id", type=int, metavar="ID")
    command("schema", lambda file, args: SCHEMA, "describe the commands to a program")
    return whole


def main():
    args = parser().parse_args()
    try:
        result = args.run(os.environ.get("TODO_FILE", "todo.txt"), args)
    except (Mistake, OSError, UnicodeError) as e:
        if args.json:
            print(json.dumps({"error": str(e)}))
        else:
            print(f"todo.py: {e}", file=sys.stderr)
        return 1
    if args.json or args.command == "schema":
        print(json.dumps(result, indent=None if args.json else 2))
    else:
        show(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
