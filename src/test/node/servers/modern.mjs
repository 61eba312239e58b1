// A modern-era (2026-07-28) MCP server, raw and strict: every request must carry its _meta,
// `initialize` is refused, subscriptions are acknowledged once and their notifications carry the
// subscription's id.
import fs from 'node:fs';
import path from 'node:path';
import { parseOptions, rawValue, readLines, receiveLog, writeFully } from './lib/wire.mjs';

const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol/';
const options = parseOptions(
  process.argv.slice(2),
  ['exit-at-discover'],
  ['log', 'state', 'start-delay', 'ttl', 'extra-tools', 'count-file'],
);
const received = receiveLog(options.log);
const stateFile = (name) => path.join(options.state ?? process.cwd(), name);

let spawn = 1;
if (options.state !== undefined) {
  fs.appendFileSync(stateFile('spawns'), `${process.pid}\n`);
  spawn = fs.readFileSync(stateFile('spawns'), 'utf8').trim().split('\n').length;
}

const object = (properties = {}) => ({ type: 'object', properties });
const text = { type: 'string' };
const number = { type: 'number' };
let tools = [
  { name: 'echo', title: 'Echo', description: 'Gives back its text', inputSchema: object({ text }) },
  { name: 'sleep', description: 'Answers after some milliseconds', inputSchema: object({ ms: number }) },
  { name: 'crash', description: 'Ends the server', inputSchema: object({ mode: text, code: number, stderr: text }) },
  { name: 'pid', description: 'Process id and spawn number', inputSchema: object(), annotations: { readOnlyHint: true } },
  { name: 'never', description: 'Never answers', inputSchema: object() },
  { name: 'add_tool', description: 'Adds a tool', inputSchema: object({ name: text }) },
  { name: 'ask_input', description: 'Needs one more round trip', inputSchema: object() },
  { name: 'progress', description: 'Reports progress', inputSchema: object({ n: number }) },
  { name: 'readonly_crash_once', description: 'Crashes the first time', inputSchema: object(), annotations: { readOnlyHint: true } },
  { name: 'end_subscriptions', description: 'Ends all subscriptions gracefully', inputSchema: object() },
  ...(options['extra-tools'] ? JSON.parse(fs.readFileSync(options['extra-tools'], 'utf8')) : []),
];

/** Open subscriptions: raw id of the listen request → agreed filter. */
const subscriptions = new Map();
const open = new Set();

const out = (line) => writeFully(1, line + '\n');
const meta = { [`${META}serverInfo`]: { name: 'modern', version: '1.0.0' } };
const cacheable = { ttlMs: Number(options.ttl ?? 3600000), cacheScope: 'public' };

function reply(rawId, result) {
  open.delete(rawId);
  out(`{"jsonrpc":"2.0","id":${rawId},"result":${JSON.stringify({ resultType: 'complete', ...result, _meta: { ...meta, ...result._meta } })}}`);
}

function fail(rawId, code, message, data) {
  open.delete(rawId);
  out(`{"jsonrpc":"2.0","id":${rawId},"error":${JSON.stringify({ code, message, data })}}`);
}

function notifySubscribers(kind, method) {
  for (const [rawId, filter] of subscriptions) {
    if (filter[kind]) out(`{"jsonrpc":"2.0","method":"${method}","params":{"_meta":{"${META}subscriptionId":${rawId}}}}`);
  }
}

function listen(rawId, params) {
  const asked = params.notifications ?? {};
  const agreed = {};
  if (asked.toolsListChanged) agreed.toolsListChanged = true;
  if (asked.resourceSubscriptions) agreed.resourceSubscriptions = asked.resourceSubscriptions;
  subscriptions.set(rawId, agreed);
  out(
    `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"${META}subscriptionId":${rawId}},"notifications":${JSON.stringify(agreed)}}}`,
  );
}

function endSubscriptions() {
  for (const rawId of subscriptions.keys()) {
    out(`{"jsonrpc":"2.0","id":${rawId},"result":{"resultType":"complete","_meta":{"${META}subscriptionId":${rawId}}}}`);
  }
  subscriptions.clear();
}

function crash({ mode = 'exit', code = 1, stderr }) {
  if (stderr !== undefined) writeFully(2, `${stderr}\n`);
  if (mode === 'exit') process.exit(code);
  process.kill(process.pid, mode.toUpperCase());
}

function callTool(rawId, params, line) {
  const args = params.arguments ?? {};
  const ok = (t) => reply(rawId, { content: [{ type: 'text', text: t }] });
  if (options['count-file']) fs.appendFileSync(options['count-file'], `${params.name}\n`);
  open.add(rawId);
  switch (params.name) {
    case 'echo':
      return ok(String(args.text));
    case 'sleep':
      return void setTimeout(() => open.has(rawId) && ok(`slept ${args.ms}`), args.ms);
    case 'crash':
      return crash(args);
    case 'pid':
      return ok(JSON.stringify({ pid: process.pid, spawn }));
    case 'never':
      return;
    case 'add_tool':
      tools = [...tools, { name: args.name, description: 'added at run time', inputSchema: object() }];
      notifySubscribers('toolsListChanged', 'notifications/tools/list_changed');
      return ok(`added ${args.name}`);
    case 'ask_input':
      if (params.inputResponses === undefined) {
        return reply(rawId, {
          resultType: 'input_required',
          inputRequests: {
            who: {
              method: 'elicitation/create',
              params: {
                mode: 'form',
                message: 'Who are you?',
                requestedSchema: { type: 'object', properties: { name: text }, required: ['name'] },
              },
            },
          },
          requestState: 'opaque-é-state',
        });
      }
      return ok(`${params.requestState}: ${JSON.stringify(params.inputResponses)}`);
    case 'progress': {
      const token = rawValue(line, ['params', '_meta', 'progressToken']);
      for (let i = 1; token !== undefined && i <= args.n; i++) {
        out(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${i},"total":${args.n}}}`);
      }
      return ok(`token ${token}`);
    }
    case 'readonly_crash_once':
      if (fs.existsSync(stateFile('readonly_crash_once.done'))) return ok(`fine the second time, spawn ${spawn}`);
      fs.writeFileSync(stateFile('readonly_crash_once.done'), '');
      return crash({ code: 3, stderr: 'crashes the first time' });
    case 'end_subscriptions':
      endSubscriptions();
      return ok('ended');
    default:
      if (tools.some((t) => t.name === params.name)) return ok(`${params.name} of the backend`);
      return fail(rawId, -32602, `Unknown tool: ${params.name}`);
  }
}

function request(rawId, message, line) {
  const params = message.params ?? {};
  const version = params._meta?.[`${META}protocolVersion`];
  if (message.method === 'initialize' || (version !== undefined && version !== VERSION)) {
    return fail(rawId, -32022, `Unsupported protocol version; this server supports ${VERSION}`, {
      supported: [VERSION],
      requested: version ?? params.protocolVersion ?? 'none',
    });
  }
  if (version === undefined || params._meta[`${META}clientCapabilities`] === undefined) {
    return fail(rawId, -32602, 'Missing required _meta fields');
  }
  switch (message.method) {
    case 'server/discover':
      if (options['exit-at-discover']) crash({ code: 12, stderr: 'died on discover' });
      return reply(rawId, {
        supportedVersions: [VERSION],
        capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
        instructions: 'Modern test server.',
        ...cacheable,
      });
    case 'tools/list':
      return reply(rawId, { tools, ...cacheable });
    case 'tools/call':
      return callTool(rawId, params, line);
    case 'resources/list':
      return reply(rawId, { resources: [{ uri: 'mem://one', name: 'one' }], ...cacheable });
    case 'resources/templates/list':
      return reply(rawId, { resourceTemplates: [], ...cacheable });
    case 'resources/read':
      return reply(rawId, { contents: [{ uri: params.uri, text: `content of ${params.uri}` }], ...cacheable });
    case 'subscriptions/listen':
      return listen(rawId, params);
  }
  fail(rawId, -32601, `Method not found: ${message.method}`);
}

function handle(line) {
  received(line);
  const message = JSON.parse(line);
  const rawId = rawValue(line, ['id']);
  if (rawId !== undefined && message.method !== undefined) request(rawId, message, line);
  else if (message.method === 'notifications/cancelled') {
    const cancelled = rawValue(line, ['params', 'requestId']);
    open.delete(cancelled);
    subscriptions.delete(cancelled);
  }
}

const start = () => readLines(process.stdin, handle, () => process.exit(0));
if (options['start-delay'] === undefined) start();
else setTimeout(start, Number(options['start-delay']));
