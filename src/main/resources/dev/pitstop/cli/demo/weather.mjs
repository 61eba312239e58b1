import { createInterface } from "readline";

// A small MCP server, as somebody might be writing one: stdio, revision 2025-11-25, no library. It
// knows nothing of Pitstop.

const CELSIUS = new Map([["Oslo", 4], ["Lisbon", 19], ["Nairobi", 24]]);
const TOOLS = new Map();

function tool(name, about, parameters, code) {
  TOOLS.set(name, { about, parameters, code });
}

tool("cities", "Which cities there are", [], () => "Lisbon, Nairobi, Oslo");
tool("forecast", "The weather in a city", ["city"], (a) => forecast(a.city));

function forecast(city) {
  return `${city}: ${celsius(city)} degrees`;
}

function celsius(city) {
  if (!CELSIUS.has(city)) {
    throw new RangeError(city);
  }
  return CELSIUS.get(city);
}

function listed([name, { about, parameters }]) {
  const properties = Object.fromEntries(parameters.map((p) => [p, { type: "string" }]));
  const inputSchema = { type: "object", properties, required: parameters };
  return { name, description: about, inputSchema };
}

function answer({ method, params }) {
  switch (method) {
    case "initialize": {
      const serverInfo = { name: "weather", version: "1.0.0" };
      return { result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo } };
    }
    case "ping":
      return { result: {} };
    case "tools/list":
      return { result: { tools: [...TOOLS].map(listed) } };
    case "tools/call": {
      const found = TOOLS.get(params.name);
      return found
        ? { result: { content: [{ type: "text", text: found.code(params.arguments) }] } }
        : { error: { code: -32602, message: "unknown tool" } };
    }
    default:
      return { error: { code: -32601, message: "unknown method" } };
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  if ("id" in request) {
    console.log(JSON.stringify({ jsonrpc: "2.0", id: request.id, ...answer(request) }));
  }
});
