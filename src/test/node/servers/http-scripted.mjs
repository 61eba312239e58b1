// A small MCP server over HTTP without any SDK, as a process of its own: a test starts it, kills it
// and starts it again on the same port. What was executed is in a file that outlives the process.
//
//   --port N          where it listens, at 127.0.0.1; 0 (the default) means any
//   --log FILE        a line of JSON for each start, handshake, execution, cancellation and DELETE
//   --tools a,b,c     what `tools/list` tells; each may be called, see `run`
//   --sse             requests are answered by an SSE stream
//   --stateless       no session ids
//   --modern          speaks 2026-07-28 instead of the legacy revisions
//   --no-get          GET is answered 405, as it is without sessions
//   --refuse STATUS   the status for an unknown session (404)
//
// When it listens it writes `listening on PORT` to stdout.
import fs from 'node:fs';
import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { parseOptions, rawValue } from './lib/wire.mjs';

const MODERN = '2026-07-28';
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'];
const META = 'io.modelcontextprotocol/';
const options = parseOptions(
  process.argv.slice(2),
  ['sse', 'stateless', 'modern', 'no-get'],
  ['port', 'log', 'tools', 'refuse'],
);
const names = (options.tools ?? 'echo,count,slow').split(',');
const stateful = !options.stateless && !options.modern;
const sessions = new Map(); // id → the GET stream, or undefined
const subscriptions = new Set(); // of the modern era: { rawId, res }
const counts = new Map();

/** One write per line: lines of processes that follow each other never mix. */
function log(entry) {
  if (options.log) fs.appendFileSync(options.log, JSON.stringify({ pid: process.pid, ...entry }) + '\n');
}

const result = (rawId, value) => `{"jsonrpc":"2.0","id":${rawId},"result":${JSON.stringify(value)}}`;
const failure = (rawId, code, message, data) =>
  `{"jsonrpc":"2.0","id":${rawId},"error":${JSON.stringify({ code, message, data })}}`;
const complete = (value) =>
  options.modern ? { resultType: 'complete', ...value, _meta: { [`${META}serverInfo`]: serverInfo } } : value;
const cacheable = options.modern ? { ttlMs: 0, cacheScope: 'private' } : {};
const serverInfo = { name: 'http-scripted', version: String(process.pid) };
const toolsNow = () =>
  names.map((name) => ({
    name,
    description: `The tool ${name}`,
    inputSchema: { type: 'object', properties: { key: { type: 'string' }, text: { type: 'string' }, ms: { type: 'number' }, bytes: { type: 'number' } } },
  }));

function json(res, status, text, headers = {}) {
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
  res.end(text);
}

/** Answers a request in the way of this server. */
function answer(res, status, text, headers = {}) {
  if (!options.sse || status !== 200) return json(res, status, text, headers);
  if (!res.headersSent) res.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  res.end(`data: ${text}\n\n`);
}

function tell(method) {
  for (const stream of sessions.values()) stream?.write(`data: {"jsonrpc":"2.0","method":"${method}"}\n\n`);
  for (const { rawId, res } of subscriptions) {
    res.write(`data: {"jsonrpc":"2.0","method":"${method}","params":{"_meta":{"${META}subscriptionId":${rawId}}}}\n\n`);
  }
}

/** Calls a tool: `count` says how often its key was counted, `slow` takes `ms`, `big` has `bytes`, `pid` and `add_tool` are what they say. */
function call(res, rawId, params) {
  const { name, arguments: args = {} } = params;
  if (!names.includes(name)) return answer(res, 200, failure(rawId, -32602, `Unknown tool: ${name}`));
  const key = args.key ?? name;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  log({ executed: key, tool: name });
  const done = (text) => answer(res, 200, result(rawId, complete({ content: [{ type: 'text', text }] })));
  switch (name) {
    case 'echo':
      return done(String(args.text ?? ''));
    case 'count':
      return done(String(count));
    case 'big':
      return done('x'.repeat(args.bytes));
    case 'pid':
      return done(String(process.pid));
    case 'add_tool':
      names.push(args.text);
      tell('notifications/tools/list_changed');
      return done(`added ${args.text}`);
    case 'slow': {
      if (options.sse) res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': slow\n\n');
      const timer = setTimeout(() => done('slow'), args.ms ?? 1000);
      return void res.on('close', () => {
        clearTimeout(timer);
        if (!res.writableEnded) log({ abandoned: key });
      });
    }
    default:
      return done(name);
  }
}

function modernRefusal(req, message, rawId) {
  const version = req.headers['mcp-protocol-version'];
  const inBody = message.params?._meta?.[`${META}protocolVersion`];
  const mismatch = (what) => failure(rawId, -32020, what);
  if (version === undefined) return mismatch('MCP-Protocol-Version is missing');
  if (version !== MODERN) return failure(rawId, -32022, 'Unsupported protocol version', { supported: [MODERN], requested: version });
  if (inBody !== version) return mismatch('MCP-Protocol-Version is not that of the body');
  if (req.headers['mcp-method'] !== message.method) return mismatch('Mcp-Method is not that of the body');
  if (message.method === 'tools/call' && req.headers['mcp-name'] !== message.params.name) return mismatch('Mcp-Name is not that of the body');
  return undefined;
}

function listen(res, rawId, params) {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  const notifications = params.notifications ?? {};
  res.write(
    `data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"${META}subscriptionId":${rawId}},"notifications":${JSON.stringify(notifications)}}}\n\n`,
  );
  const subscription = { rawId, res };
  subscriptions.add(subscription);
  res.on('close', () => subscriptions.delete(subscription));
}

function request(req, res, message, rawId) {
  const params = message.params ?? {};
  switch (message.method) {
    case 'initialize': {
      if (options.modern) break;
      const id = stateful ? randomUUID() : undefined;
      if (id) sessions.set(id, undefined);
      log({ session: id ?? 'none', revision: params.protocolVersion });
      const protocolVersion = LEGACY.includes(params.protocolVersion) ? params.protocolVersion : LEGACY[0];
      const hello = { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo };
      return answer(res, 200, result(rawId, hello), id ? { 'mcp-session-id': id } : {});
    }
    case 'server/discover':
      if (!options.modern) break;
      return answer(
        res,
        200,
        result(rawId, complete({ supportedVersions: [MODERN], capabilities: { tools: { listChanged: true } }, ...cacheable })),
      );
    case 'subscriptions/listen':
      if (!options.modern) break;
      return listen(res, rawId, params);
    case 'ping':
      return answer(res, 200, result(rawId, complete({})));
    case 'tools/list':
      return answer(res, 200, result(rawId, complete({ tools: toolsNow(), ...cacheable })));
    case 'tools/call':
      return call(res, rawId, params);
  }
  answer(res, options.modern ? 404 : 200, failure(rawId, -32601, `Method not found: ${message.method}`));
}

/** Whether the request's session is known; says so if it is not. */
function known(req, res) {
  const id = req.headers['mcp-session-id'];
  if (!stateful || sessions.has(id)) return true;
  if (id === undefined) json(res, 400, failure('null', -32000, 'Bad Request: Mcp-Session-Id header is required'));
  else json(res, Number(options.refuse ?? 404), failure('null', -32001, 'Session not found'));
  return false;
}

function post(req, res, text) {
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return json(res, 400, failure('null', -32700, 'Parse error'));
  }
  const rawId = rawValue(text, ['id']);
  if (options.modern && rawId !== undefined) {
    const refusal = modernRefusal(req, message, rawId);
    if (refusal !== undefined) return json(res, 400, refusal);
  }
  if (message.method !== 'initialize' && !known(req, res)) return undefined;
  if (rawId !== undefined && message.method !== undefined) return request(req, res, message, rawId);
  if (message.method === 'notifications/cancelled') log({ cancelled: message.params?.requestId });
  return res.writeHead(202).end();
}

function get(req, res) {
  if (!stateful || options['no-get']) return res.writeHead(405, { allow: 'POST' }).end();
  if (!known(req, res)) return undefined;
  const id = req.headers['mcp-session-id'];
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.flushHeaders();
  sessions.set(id, res);
  return res.on('close', () => sessions.get(id) === res && sessions.set(id, undefined));
}

const server = http.createServer((req, res) => {
  if (req.url !== '/mcp') return res.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
  if (req.method === 'GET') return get(req, res);
  if (req.method === 'DELETE') {
    if (!stateful) return res.writeHead(405, { allow: 'POST' }).end();
    if (!known(req, res)) return undefined;
    sessions.delete(req.headers['mcp-session-id']);
    log({ deleted: req.headers['mcp-session-id'] });
    return res.writeHead(200).end();
  }
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  return req.on('end', () => post(req, res, Buffer.concat(chunks).toString('utf8')));
});
server.listen(Number(options.port ?? 0), '127.0.0.1', () => {
  log({ started: server.address().port });
  console.log(`listening on ${server.address().port}`);
});
