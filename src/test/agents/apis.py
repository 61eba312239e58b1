"""What the model APIs of coding agents look like on the wire: what a client's request shows its model, and how a model answers.

Each API has the same face:
    PATH            what the path of a request for an answer ends with
    is_turn(body)   whether this asks for a step of the agent, not for a title or a check beside it
    searches(body)  whether the client's tools have to be searched for; then search(...)
    seen(body)      a Seen
    call(...)       an answer that calls a tool
    say(text)       an answer that ends the agent's work
    BESIDE          what the path of other requests ends with, and the JSON that they get
Only what the clients use is here.
"""

import json

SERVER = "s"  # its name in the clients' configuration


class Seen:
    """What the model is shown. `tools`: by the server's own name (how to call it, how it is listed). `results`: what
    came after each call, as the JSON that was sent. `prose`: what else was sent, tools excepted."""

    def __init__(self):
        self.tools, self.results, self.prose = {}, [], []

    def tool(self, name, how, listed):
        for prefix in (f"mcp__{SERVER}__", f"mcp_{SERVER}_", f"{SERVER}_"):
            if name.startswith(prefix):
                self.tools[name[len(prefix):]] = (how, listed)
                return

    def results_from(self, items, is_call, is_models):
        """What stands between a call of a tool and the next word of the model is that call's result."""
        at = None
        for item in items:
            if is_models(item):
                at = None
                if is_call(item):
                    at = []
                    self.results.append(at)
            elif at is not None:
                at.append(item)
            else:
                self.prose.append(item)
        self.results = [json.dumps(r, ensure_ascii=False) for r in self.results]
        return self


def compact(json_value):
    return json.dumps(json_value, ensure_ascii=False, separators=(",", ":"))


def strings(json_value):
    """All the text in it, without the quotes and backslashes."""
    if isinstance(json_value, str):
        return json_value + "\n"
    if isinstance(json_value, dict):
        json_value = json_value.values()
    return "".join(map(strings, json_value)) if hasattr(json_value, "__iter__") else ""


def events(*pairs):
    """Server-sent events; a name of None has no `event:` line."""
    out = []
    for name, data in pairs:
        out.append((f"event: {name}\n" if name else "") + "data: " + (data if isinstance(data, str) else json.dumps(data)))
    return "\n\n".join(out) + "\n\n"


class Responses:
    """OpenAI's Responses API, for Codex: MCP tools behind `tool_search`, or in code mode behind `exec`."""

    PATH = "/responses"
    BESIDE = {}
    MODELS = {"function_call", "custom_tool_call", "tool_search_call", "reasoning"}

    def is_turn(self, body):
        return True

    def searches(self, body):
        return not self.code_mode(body)

    def code_mode(self, body):
        return not body.get("tools")  # they stand in an item of the input then, and only `exec` can be called

    def seen(self, body):
        seen = Seen()
        for tool in body.get("tools", []):
            self.take(seen, tool, "")
        for item in body["input"]:
            if item["type"] == "tool_search_output":
                for tool in item["tools"]:
                    self.take(seen, tool, "")
        results = [i for i in body["input"] if i["type"] not in ("tool_search_call", "tool_search_output")]
        seen.prose.append(body.get("instructions", ""))
        return seen.results_from(
            results,
            lambda i: i["type"] in ("function_call", "custom_tool_call"),
            lambda i: i["type"] in self.MODELS or i.get("role") == "assistant")

    def take(self, seen, tool, space):
        if tool["type"] == "namespace":
            for inner in tool["tools"]:
                self.take(seen, inner, tool["name"])
        elif "name" in tool:
            separator = "" if not space or space.endswith("__") else "__"
            seen.tool(space + separator + tool["name"], (space, tool["name"]), compact(tool))

    def search(self, number, words):
        return self.items({
            "type": "tool_search_call", "call_id": f"search_{number}", "execution": "client", "status": "completed",
            "arguments": {"query": words, "limit": 60}})

    def call(self, body, number, tool, how, arguments):
        if self.code_mode(body):
            script = (
                f"const r = await tools.mcp__{SERVER}__{tool}({json.dumps(arguments)});\n"
                "text(JSON.stringify(r));")
            return self.items(
                {"type": "custom_tool_call", "call_id": f"call_{number}", "name": "exec", "input": script})
        space, name = how or (f"mcp__{SERVER}", tool)
        item = {
            "type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name,
            "arguments": json.dumps(arguments)}
        return self.items({**item, "namespace": space} if space else item)

    def say(self, words):
        return self.items({
            "type": "message", "role": "assistant", "id": "msg", "content": [{"type": "output_text", "text": words}]})

    def items(self, item):
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        return events(
            ("response.created", {"type": "response.created", "response": {"id": "r"}}),
            ("response.output_item.done", {"type": "response.output_item.done", "item": item}),
            ("response.completed", {"type": "response.completed", "response": {"id": "r", "usage": usage}}))


class ChatCompletions:
    """OpenAI's Chat Completions, for OpenCode."""

    PATH = "/chat/completions"
    BESIDE = {}

    def is_turn(self, body):
        return bool(body.get("tools"))  # the title of the session is asked for without

    def searches(self, body):
        return False

    def seen(self, body):
        seen = Seen()
        for tool in body.get("tools", []):
            seen.tool(tool["function"]["name"], tool["function"]["name"], compact(tool))
        return seen.results_from(
            body["messages"], lambda m: m.get("tool_calls"), lambda m: m["role"] == "assistant")

    def call(self, body, number, tool, how, arguments):
        function = {"name": how or f"{SERVER}_{tool}", "arguments": json.dumps(arguments)}
        call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
        return self.chunks({"role": "assistant", "tool_calls": [call]}, "tool_calls")

    def say(self, words):
        return self.chunks({"role": "assistant", "content": words}, "stop")

    def chunks(self, delta, why):
        def chunk(delta, why):
            return {
                "id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
                "choices": [{"index": 0, "delta": delta, "finish_reason": why}]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        return events((None, chunk(delta, None)), (None, {**chunk({}, why), "usage": usage}), (None, "[DONE]"))


class Gemini:
    """Google's streamGenerateContent, for Gemini CLI."""

    PATH = ":streamGenerateContent"
    # The size of a picture; a check whether the agent goes in circles.
    BESIDE = {
        ":countTokens": {"totalTokens": 1},
        ":generateContent": {"candidates": [{"content": {"role": "model", "parts": [{"text": "{}"}]}, "finishReason": "STOP"}]},
    }

    def is_turn(self, body):
        return bool(body.get("tools"))

    def searches(self, body):
        return False

    def seen(self, body):
        seen = Seen()
        for tool in body.get("tools", []):
            for function in tool.get("functionDeclarations", []):
                # Gemini CLI gives every tool a parameter of its own.
                function.get("parametersJsonSchema", {}).get("properties", {}).pop("wait_for_previous", None)
                seen.tool(function["name"], function["name"], compact(function))
        seen.prose.append(body.get("systemInstruction", ""))
        return seen.results_from(
            body["contents"],
            lambda c: any("functionCall" in p for p in c["parts"]),
            lambda c: c["role"] == "model")

    def call(self, body, number, tool, how, arguments):
        return self.parts({"functionCall": {"name": how or f"mcp_{SERVER}_{tool}", "args": arguments}})

    def say(self, words):
        return self.parts({"text": words})

    def parts(self, part):
        return events((None, {
            "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}}))


class Messages:
    """Anthropic's Messages, for Claude Code. Written after the API's documentation: its client cannot be installed here,
    so nobody has tried it."""

    PATH = "/messages"
    BESIDE = {"/messages/count_tokens": {"input_tokens": 1}}

    def is_turn(self, body):
        return bool(body.get("tools"))

    def searches(self, body):
        return False  # those that it has told of by name alone can be called, too

    def seen(self, body):
        seen = Seen()
        for tool in body.get("tools", []):
            seen.tool(tool["name"], tool["name"], compact(tool))
        seen.prose.append(body.get("system", ""))
        return seen.results_from(
            body["messages"],
            lambda m: isinstance(m["content"], list) and any(b["type"] == "tool_use" for b in m["content"]),
            lambda m: m["role"] == "assistant")

    def call(self, body, number, tool, how, arguments):
        name = how or f"mcp__{SERVER}__{tool}"
        return self.block(
            {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {}},
            {"type": "input_json_delta", "partial_json": json.dumps(arguments)}, "tool_use")

    def say(self, words):
        return self.block({"type": "text", "text": ""}, {"type": "text_delta", "text": words}, "end_turn")

    def block(self, block, delta, why):
        message = {
            "id": "msg", "type": "message", "role": "assistant", "model": "scripted", "content": [], "stop_reason": None,
            "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
        all = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": {"output_tokens": 1}},
            {"type": "message_stop"}]
        return events(*((event["type"], event) for event in all))


ALL = [Responses(), ChatCompletions(), Gemini(), Messages()]
