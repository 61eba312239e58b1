"""How the puppet asks its client something during a call, in both eras."""

import json
import os

KINDS = ["sampling/createMessage", "elicitation/create", "roots/list"]


class Rounds:
    """The questions of a modern puppet: results `input_required`, with a state that only this process accepts, once."""

    def __init__(self, puppet):
        self.puppet = puppet
        self.open = {}  # by the state: what was asked, and what follows when it is answered
        self.number = 0

    def ask(self, request, key, methods, then):
        self.number += 1
        state = f"{os.getpid()}-{self.number} \\ \u00e9\u2028"
        nonces = {f"q\"{n}": self.puppet.nonce() for n in range(len(methods))}
        self.open[state] = (nonces, key, then)
        wanted = {q: {"method": m, "params": question(key, nonces[q])} for q, m in zip(nonces, methods)}
        self.puppet.wire.send({"jsonrpc": "2.0", "id": request["id"], "result": {
            "resultType": "input_required", "inputRequests": wanted, "requestState": state}})

    def retried(self, request, params):
        """Goes on with a call, if this is the next round of one that was begun here."""
        state, answers = params["requestState"], params.get("inputResponses", {})
        nonces, key, then = self.open.pop(state, (None, None, None))
        if nonces is None:
            self.puppet.complain(f"not a state of this process, or used twice: {json.dumps(params)[:300]}")
            return self.puppet.refuse(request, -32602, "Invalid requestState")
        if {q: a.get("nonce") for q, a in answers.items()} != nonces or key != params["arguments"].get("key"):
            self.puppet.complain(f"other answers than those to {nonces} of {key}: {json.dumps(params)[:300]}")
        then(request)


def question(key, nonce):
    """What all kinds of questions need, and by what an answer and a call are told."""
    return {"messages": [], "maxTokens": 9, "message": "?", "requestedSchema": {"type": "object", "properties": {}},
            "_meta": {"nonce": nonce, "key": key}}


def ask_all(puppet, request, key, methods, then):
    """Asks these things at once; `then` follows, with the request to answer, when all are answered."""
    if puppet.modern:
        return puppet.rounds.ask(request, key, methods, then)
    left = [len(methods)]

    def answered():
        left[0] -= 1
        if left[0] == 0:
            then(request)

    for method in methods:
        puppet.ask(method, key, answered)


def ask_in_turn(puppet, request, key, methods, then):
    """Asks one thing after the other."""
    if not methods:
        return then(request)
    ask_all(puppet, request, key, methods[:1], lambda again: ask_in_turn(puppet, again, key, methods[1:], then))


def perform(puppet, request, word, number, key, then):
    """`input-all:3`, `input-turns:3`, `input-slow:200`: kinds of questions follow the process's dice."""
    kinds = [puppet.dice.one_of(KINDS) for _ in range(number if word != "input-slow" else 1)]
    if word == "input-all":
        ask_all(puppet, request, key, kinds, then)
    elif word == "input-turns":
        ask_in_turn(puppet, request, key, kinds, then)
    else:
        def ask_unless_cancelled():
            if json.dumps(request["id"]) not in puppet.cancelled:
                ask_all(puppet, request, key, kinds, then)
        puppet.wire.after(number, ask_unless_cancelled)
