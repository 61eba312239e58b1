// What the official conformance suite wants of a server (revision 2026-07-28), over stdio. No SDK: it
// is asked through Pitstop, and answers to the letter. It knows the modern era only. A question ends
// the request with `input_required`; the answers so far are in the state, which is signed with a key
// of this process, as SDK servers do.
//
//   --start-delay MS   reads only after so long
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Lacking, calls, lists, read } from './lib/suite.mjs';
import { parseOptions, readLines, writeFully } from './lib/wire.mjs';

const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol/';
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const NEEDS = { 'elicitation/create': 'elicitation', 'sampling/createMessage': 'sampling', 'roots/list': 'roots' };
const FILTERS = ['toolsListChanged', 'promptsListChanged', 'resourceSubscriptions'];
const serverInfo = { [`${META}serverInfo`]: { name: 'conformance-modern', version: '1.0.0' } };
const cacheable = { ttlMs: 300000, cacheScope: 'public' };

const options = parseOptions(process.argv.slice(2), [], ['start-delay']);
const send = (message) => writeFully(1, JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const refuse = (code, message, data) => Object.assign(new Error(message), { code, data });

const key = randomBytes(32);
const sign = (text) => createHmac('sha256', key).update(text).digest();

/** Answers as a state: a text of their JSON and its signature. */
function seal(answers) {
  const text = Buffer.from(JSON.stringify(answers)).toString('base64url');
  return `${text}.${sign(text).toString('base64url')}`;
}

function unseal(state) {
  if (state === undefined) return {};
  const [text, signature = ''] = String(state).split('.');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(text);
  // Base64 forgives what follows it: only the exact text is ours.
  if (given.length !== right.length || !timingSafeEqual(given, right) || right.toString('base64url') !== signature) {
    throw refuse(-32602, 'requestState was not made by this server');
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}

/** Thrown out of a tool that has to ask. */
class Asking {
  constructor(inputRequests, requestState) {
    this.result = { resultType: 'input_required', inputRequests, requestState };
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function callOf(params) {
  const { arguments: given = {}, _meta, inputResponses, requestState } = params;
  const capabilities = _meta[`${META}clientCapabilities`];
  const answers = unseal(requestState);
  for (const [name, answer] of Object.entries(inputResponses ?? {})) {
    if (!isObject(answer)) throw refuse(-32602, `inputResponses.${name} is not an object`);
    answers[name] = answer;
  }
  const can = (capability) => capabilities[capability] !== undefined;
  const level = LEVELS.indexOf(_meta[`${META}logLevel`]);
  return {
    arguments: given,
    can,
    ask: async (questions) => {
      const missing = Object.entries(questions).filter(([name]) => answers[name] === undefined);
      if (missing.length === 0) return Object.fromEntries(Object.keys(questions).map((name) => [name, answers[name]]));
      for (const [, { method }] of missing) if (!can(NEEDS[method])) throw new Lacking(NEEDS[method]);
      throw new Asking(Object.fromEntries(missing), seal(answers));
    },
    log: (at, data) => {
      if (level >= 0 && LEVELS.indexOf(at) >= level) send({ method: 'notifications/message', params: { level: at, data } });
    },
    progress: (progress, total) => {
      const { progressToken } = _meta;
      if (progressToken !== undefined) send({ method: 'notifications/progress', params: { progressToken, progress, total } });
    },
    changed: (kind) => {
      for (const [id, filter] of listening) {
        if (!filter[`${kind}ListChanged`]) continue;
        send({ method: `notifications/${kind}/list_changed`, params: { _meta: { [`${META}subscriptionId`]: id } } });
      }
    },
  };
}

const listening = new Map(); // id of a subscriptions/listen → its filter

function listen(id, { notifications = {} }) {
  const agreed = Object.fromEntries(FILTERS.filter((f) => notifications[f]).map((f) => [f, notifications[f]]));
  listening.set(id, agreed);
  send({
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { [`${META}subscriptionId`]: id }, notifications: agreed },
  });
}

const methods = {
  'server/discover': () => ({
    supportedVersions: [VERSION],
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true },
      logging: {},
      completions: {},
    },
    ...cacheable,
  }),
  'completion/complete': () => ({ completion: { values: [], hasMore: false } }),
  ...Object.fromEntries(Object.entries(lists).map(([method, list]) => [method, () => ({ ...list(), ...cacheable })])),
  'tools/call': (params) => calls['tools/call'](params, callOf(params)),
  'prompts/get': (params) => calls['prompts/get'](params, callOf(params)),
  'resources/read'({ uri }) {
    const found = read(uri);
    if (found === undefined) throw refuse(-32602, 'Resource not found', { uri });
    return { contents: [{ uri, ...found }], ...cacheable };
  },
};

/** What is wrong with a request as such, whatever it asks. */
function check({ _meta }) {
  const requested = _meta?.[`${META}protocolVersion`];
  if (requested === undefined || !isObject(_meta[`${META}clientCapabilities`])) throw refuse(-32602, 'Missing required _meta fields');
  if (requested !== VERSION) throw refuse(-32022, 'Unsupported protocol version', { supported: [VERSION], requested });
}

async function answer({ id, method, params = {} }) {
  try {
    if (method === 'initialize' && params._meta === undefined) {
      const requested = String(params.protocolVersion);
      throw refuse(-32022, 'Unsupported protocol version', { supported: [VERSION], requested });
    }
    check(params);
    if (method === 'subscriptions/listen') return listen(id, params);
    const known = methods[method];
    if (known === undefined) throw refuse(-32601, `Method not found: ${method}`);
    const { _meta, ...result } = await known(params);
    return send({ id, result: { resultType: 'complete', ...result, _meta: { ..._meta, ...serverInfo } } });
  } catch (e) {
    if (e instanceof Asking) return send({ id, result: { ...e.result, _meta: serverInfo } });
    if (e instanceof Lacking) {
      const data = { requiredCapabilities: { [e.capability]: {} } };
      return send({ id, error: { code: -32021, message: e.message, data } });
    }
    const { code = -32603, message, data } = e;
    return send({ id, error: { code, message, data } });
  }
}

setTimeout(
  () =>
    readLines(
      process.stdin,
      (line) => {
        const message = JSON.parse(line);
        if (message.method === 'notifications/cancelled') listening.delete(message.params.requestId);
        else if (message.method !== undefined && message.id !== undefined) answer(message);
      },
      () => process.exit(0),
    ),
  Number(options['start-delay'] ?? 0),
);
