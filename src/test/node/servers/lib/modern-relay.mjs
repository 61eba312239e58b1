// The modern revision over HTTP in front of a command on stdio. Requests have no session there, so one
// process serves them all, under ids and progress tokens of the relay. What HTTP itself prescribes
// (headers that repeat the body, status codes, a stream per request) is done here; every answer is
// the command's.
import { spawn } from 'node:child_process';
import { readLines } from './wire.mjs';

const META = 'io.modelcontextprotocol/';
const SUBSCRIPTION = `${META}subscriptionId`;
/** Requests in which a server asks or logs; which of those that are open does so, stdio does not tell. */
export const SAYS = ['tools/call', 'prompts/get', 'resources/read'];
const NAMED = {
  'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri',
  'tasks/get': 'taskId', 'tasks/update': 'taskId', 'tasks/cancel': 'taskId',
};
const STATUS = { [-32601]: 404, [-32700]: 400, [-32600]: 400, [-32020]: 400, [-32021]: 400, [-32022]: 400 };

/** A header's value; names that are no plain ASCII come in base64. */
function header(req, name) {
  const value = req.headers[name];
  const coded = value?.match(/^=\?base64\?(.*)\?=$/);
  return coded ? Buffer.from(coded[1], 'base64').toString('utf8') : value;
}

/** What a header says otherwise than the body, or undefined. */
function mismatch(req, { method, params }) {
  const revision = params?._meta?.[`${META}protocolVersion`];
  if (revision === undefined) return undefined; // not a modern request: the command refuses it
  if (header(req, 'mcp-protocol-version') !== revision) return 'MCP-Protocol-Version';
  if (header(req, 'mcp-method') !== method) return 'Mcp-Method';
  const name = params[NAMED[method]];
  if (name !== undefined && header(req, 'mcp-name') !== String(name)) return 'Mcp-Name';
  return undefined;
}

function reply(res, status, message) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(message));
}

/** What handles a request whose body is `message`; `inward` and `outward` change names in place. */
export function modernRelay([command, ...args], inward, outward) {
  let child;
  let made = 0;
  const open = new Map(); // our id → {id, method, token, bare, res, streams}
  const tell = (message) => child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');

  function event(entry, message) {
    if (!entry.streams) entry.res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    entry.streams = true;
    entry.res.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  function answer(alias, entry, message) {
    open.delete(alias);
    message.id = entry.id;
    if (message.result?._meta?.[SUBSCRIPTION] !== undefined) message.result._meta[SUBSCRIPTION] = entry.id;
    outward(message);
    if (entry.streams) {
      event(entry, message);
      entry.res.end();
    } else {
      const { code } = message.error ?? {};
      reply(entry.res, STATUS[code] ?? (code === -32602 && entry.bare ? 400 : 200), message);
    }
  }

  /** The stream that something belongs to which the command says by itself. */
  function streamOf({ method, params }) {
    const listen = params?._meta?.[SUBSCRIPTION];
    if (listen !== undefined) {
      const entry = open.get(listen);
      if (entry !== undefined) params._meta[SUBSCRIPTION] = entry.id;
      return entry;
    }
    if (method === 'notifications/progress') {
      const entry = open.get(params.progressToken);
      if (entry !== undefined) params.progressToken = entry.token;
      return entry;
    }
    return [...open.values()].filter((entry) => SAYS.includes(entry.method)).at(-1);
  }

  function begin() {
    child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const mine = child;
    readLines(
      child.stdout,
      (line) => {
        const message = JSON.parse(line);
        const entry = message.method === undefined ? open.get(message.id) : streamOf(message);
        if (entry === undefined) console.error(`modern relay: this belongs to no open request: ${line}`);
        else if (message.method === undefined) answer(message.id, entry, message);
        else event(entry, message);
      },
      () => {
        if (child === mine) child = undefined;
        for (const [alias, entry] of open) answer(alias, entry, { jsonrpc: '2.0', error: { code: -32603, message: 'The command has ended' } });
      },
    );
    child.stdin.on('error', () => {}); // its end is told by its stdout
  }

  return function handle(req, res, message) {
    if (req.method !== 'POST') return reply(res, 405, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Method not allowed' } });
    const { id, method, params } = message;
    const wrong = mismatch(req, message);
    if (wrong !== undefined) {
      const error = { code: -32020, message: `The header ${wrong} does not say what the body says` };
      return reply(res, 400, { jsonrpc: '2.0', id, error });
    }
    if (child === undefined) begin();
    inward(message);
    if (id === undefined) {
      tell(message);
      return res.writeHead(202).end();
    }
    const alias = `h${++made}`;
    const meta = params?._meta;
    const bare = ['protocolVersion', 'clientCapabilities'].some((name) => meta?.[META + name] === undefined);
    const entry = { id, method, token: meta?.progressToken, bare, res, streams: false };
    open.set(alias, entry);
    res.on('close', () => {
      // A client that goes away cancels its request.
      if (open.delete(alias)) tell({ method: 'notifications/cancelled', params: { requestId: alias } });
    });
    message.id = alias;
    if (entry.token !== undefined) meta.progressToken = alias;
    tell(message);
  };
}
