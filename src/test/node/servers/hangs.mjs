// A small legacy MCP server that hangs as real ones do: its one thread is busy, so it reads and
// answers nothing meanwhile. Over stdio, or with `--port N` over HTTP at 127.0.0.1.
//
//   --log FILE   each message that it has read, a line of JSON each
//
// Tools: `block` {until} returns when that file exists; `echo` {text}.
import fs from 'node:fs';
import http from 'node:http';
import { parseOptions, readLines } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), [], ['port', 'log']);
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const schema = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

function blockUntil(file) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (!fs.existsSync(file)) Atomics.wait(cell, 0, 0, 20);
  return text('free');
}

function result({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'hangs', version: '1' },
      };
    case 'tools/list':
      return {
        tools: [
          { name: 'block', description: 'Blocks the event loop', inputSchema: schema('until') },
          { name: 'echo', description: 'Echoes', inputSchema: schema('text') },
        ],
      };
    case 'tools/call':
      return params.name === 'block' ? blockUntil(params.arguments.until) : text(params.arguments.text);
    default:
      return {};
  }
}

/** The answer to a message; nothing to one that is no request. */
function answer(message) {
  if (options.log) fs.appendFileSync(options.log, JSON.stringify(message) + '\n');
  if (message.id === undefined || message.method === undefined) return undefined;
  return JSON.stringify({ jsonrpc: '2.0', id: message.id, result: result(message) });
}

async function overHttp(req, res) {
  if (req.method !== 'POST') return res.writeHead(405).end();
  let body = '';
  for await (const chunk of req) body += chunk;
  const said = answer(JSON.parse(body));
  if (said === undefined) return res.writeHead(202).end();
  return res.writeHead(200, { 'content-type': 'application/json' }).end(said);
}

if (options.port !== undefined) {
  const server = http.createServer(overHttp);
  // After 5 s Node closes idle connections, also one with a request on it that it could not read meanwhile.
  server.keepAliveTimeout = 120_000;
  server.listen(Number(options.port), '127.0.0.1');
} else {
  readLines(
    process.stdin,
    (line) => {
      const said = answer(JSON.parse(line));
      if (said !== undefined) process.stdout.write(`${said}\n`);
    },
    () => process.exit(0),
  );
}
