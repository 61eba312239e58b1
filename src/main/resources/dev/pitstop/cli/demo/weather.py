"""A small MCP server, as somebody might be writing one: stdio, revision 2025-11-25, no library. It
knows nothing of Pitstop.
"""

import json
import sys

CELSIUS = {"Oslo": 4, "Lisbon": 19, "Nairobi": 24}
TOOLS = {}


def tool(name, about, parameters, code):
    TOOLS[name] = (about, parameters, code)


tool("cities", "Which cities there are", [], lambda a: "Lisbon, Nairobi, Oslo")
tool("forecast", "The weather in a city", ["city"], lambda a: forecast(a["city"]))


def forecast(city):
    return f"{city}: {celsius(city)} degrees"


def celsius(city):
    return CELSIUS[city]


def listed(name):
    about, parameters, _ = TOOLS[name]
    properties = {p: {"type": "string"} for p in parameters}
    schema = {"type": "object", "properties": properties, "required": parameters}
    return {"name": name, "description": about, "inputSchema": schema}


def answer(method, params):
    if method == "initialize":
        info = {"name": "weather", "version": "1.0.0"}
        capabilities = {"tools": {}}
        return {"result": {"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": info}}
    if method == "ping":
        return {"result": {}}
    if method == "tools/list":
        return {"result": {"tools": [listed(name) for name in TOOLS]}}
    if method == "tools/call" and params["name"] in TOOLS:
        text = TOOLS[params["name"]][2](params["arguments"])
        return {"result": {"content": [{"type": "text", "text": text}]}}
    return {"error": {"code": -32601, "message": "unknown method or tool"}}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        response = {"jsonrpc": "2.0", "id": request["id"]}
        response.update(answer(request["method"], request.get("params", {})))
        print(json.dumps(response), flush=True)
