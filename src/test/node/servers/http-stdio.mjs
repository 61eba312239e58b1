// A command that speaks MCP over stdio, served over HTTP. So a suite that speaks HTTP only can judge
// Pitstop, and a fixture over stdio is a daemon as well. A legacy session is a process of its own;
// modern requests, which have no session, share one.
//
//   --port N
//   --command JSON   an array
//   --prefix TEXT    tools and prompts are called TEXT__name inside, and `name` outside
//   --era ERA        legacy or modern: every request is handled as one of that era
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { serve } from './lib/http.mjs';
import { SAYS, modernRelay } from './lib/modern-relay.mjs';
import { parseOptions, readLines } from './lib/wire.mjs';

const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

const options = parseOptions(process.argv.slice(2), [], ['port', 'command', 'prefix', 'era']);
const [command, ...args] = JSON.parse(options.command);
const PREFIX = options.prefix === undefined ? '' : `${options.prefix}__`;
const sessions = new Map();

/** Names inside, in requests. */
function inward(message) {
  const { method, params } = message;
  if ((method === 'tools/call' || method === 'prompts/get') && params?.name !== undefined) params.name = PREFIX + params.name;
  if (method === 'completion/complete' && params?.ref?.name !== undefined) params.ref.name = PREFIX + params.ref.name;
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
  });
  const open = []; // requests of the client in which a server has something to say, the newest last
  transport.onmessage = (message) => {
    if (SAYS.includes(message.method)) open.push(message.id);
    inward(message);
    child.stdin.write(JSON.stringify(message) + '\n');
  };
  transport.onclose = () => {
    sessions.delete(transport.sessionId);
    child.stdin.end();
  };
  readLines(
    child.stdout,
    (line) => {
      const message = JSON.parse(line);
      outward(message);
      const answers = message.method === undefined;
      if (answers && open.includes(message.id)) open.splice(open.indexOf(message.id), 1);
      // What a server says while it works on a request belongs on the stream of that request.
      transport.send(message, answers ? {} : { relatedRequestId: open.at(-1) }).catch(() => {});
    },
    () => transport.close(),
  );
  return transport.start().then(() => transport);
}

const modern = modernRelay([command, ...args], inward, outward);

/** A request of another web site (DNS rebinding). */
function foreign({ headers: { host, origin }, socket }) {
  const ours = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  return !ours.includes(host) || (origin !== undefined && !ours.includes(origin.replace(/^http:\/\//, '')));
}

function refuse(res, status, code, message) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}

async function bodyOf(req) {
  if (req.method !== 'POST') return undefined;
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

function isModern(req, body) {
  if (options.era !== undefined) return options.era === 'modern';
  const revision = req.headers['mcp-protocol-version'];
  const named = body?.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
  return named || (revision !== undefined && !LEGACY.includes(revision));
}

serve(options.port, async (req, res) => {
  if (foreign(req)) return refuse(res, 403, -32000, 'This host or origin is not allowed');
  const body = await bodyOf(req);
  if (isModern(req, body)) return modern(req, res, body);
  const id = req.headers['mcp-session-id'];
  const known = sessions.get(id);
  if (known !== undefined) return known.handleRequest(req, res, body);
  if (id !== undefined) return refuse(res, 404, -32001, 'Session not found');
  if (body?.method !== 'initialize') return refuse(res, 400, -32000, 'Bad Request: No valid session ID provided');
  return (await begin()).handleRequest(req, res, body);
});
