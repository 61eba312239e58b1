// A command that speaks MCP over stdio, served over HTTP: each session is a process of its own. So a
// suite that speaks HTTP only can judge Pitstop.
//
//   --port N
//   --command JSON   an array
//   --prefix TEXT    tools and prompts are called TEXT__name inside, and `name` outside
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { serve } from './lib/http.mjs';
import { parseOptions, readLines } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), [], ['port', 'command', 'prefix']);
const [command, ...args] = JSON.parse(options.command);
const PREFIX = `${options.prefix}__`;
const sessions = new Map();

/** Names inside, in requests. */
function inward(message) {
  const { method, params } = message;
  if (method === 'tools/call' || method === 'prompts/get') params.name = PREFIX + params.name;
  if (method === 'completion/complete' && params.ref.name !== undefined) params.ref.name = PREFIX + params.ref.name;
}

/** Names outside, in lists; what has no such name is another server's, or Pitstop's own. */
function outward({ result }) {
  for (const kind of ['tools', 'prompts']) {
    if (!Array.isArray(result?.[kind])) continue;
    result[kind] = result[kind].filter(({ name }) => name.startsWith(PREFIX));
    for (const entry of result[kind]) entry.name = entry.name.slice(PREFIX.length);
  }
}

function begin() {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
    enableDnsRebindingProtection: true,
    allowedHosts: ['127.0.0.1', 'localhost'].map((host) => `${host}:${options.port}`),
    allowedOrigins: ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${options.port}`),
  });
  const open = []; // requests of the client, the newest last
  transport.onmessage = (message) => {
    if (message.method !== undefined && message.id !== undefined) open.push(message.id);
    inward(message);
    child.stdin.write(JSON.stringify(message) + '\n');
  };
  transport.onclose = () => child.stdin.end();
  readLines(
    child.stdout,
    (line) => {
      const message = JSON.parse(line);
      outward(message);
      const answers = message.method === undefined;
      if (answers) open.splice(open.indexOf(message.id), 1);
      // What a server says while it works on a request belongs on the stream of that request.
      transport.send(message, answers ? {} : { relatedRequestId: open.at(-1) }).catch(() => {});
    },
    () => transport.close(),
  );
  return transport.start().then(() => transport);
}

serve(options.port, async (req, res) => {
  const known = sessions.get(req.headers['mcp-session-id']);
  await (known ?? (await begin())).handleRequest(req, res);
});
