// What a run saw, in a form that two runs of the same script can be compared in.

/** Pitstop's own tools: left out of tools/list, because the direct connection has none. */
const PITSTOP_TOOLS = new Set([
  'recompile', 'server_status', 'stop_server', 'binary_info', 'server_stderr', 'call_tool', 'read_tool', 'search_tools',
]);

const MASKS = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\b[0-9a-f]{32}\b/gi, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '<time>'],
  [/\b\d{1,2}:\d\d:\d\d( [AP]M)?/g, '<time>'],
  [/"pid":\d+/g, '"pid":<pid>'],
];

export class Transcript {
  /** @param literals texts that differ between runs by nature, such as the name of a temporary folder */
  constructor(literals) {
    this.literals = literals;
    this.steps = [];
    this.notifications = [];
    this.requests = [];
    this.waiters = [];
    this.progress = [];
  }

  /**
   * Records progress at the transport. The SDKs hand a notification to its handler a tick later and
   * drop the handler with the response, so what a progress callback sees is a matter of luck.
   */
  watch(transport) {
    const deliver = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (message.method === 'notifications/progress') this.progress.push(message.params);
      return deliver(message, extra);
    };
  }

  mask(text) {
    for (const literal of this.literals) text = text.replaceAll(literal, '<masked>');
    for (const [pattern, name] of MASKS) text = text.replace(pattern, name);
    return text;
  }

  clean(value, key) {
    if (typeof value === 'string') {
      // A text resource sent as base64 may hold a clock time.
      const decoded = key === 'blob' ? Buffer.from(value, 'base64').toString('utf8') : '';
      return decoded.startsWith('Resource ') ? `base64 of ${this.mask(decoded)}` : this.mask(value);
    }
    if (Array.isArray(value)) return value.map((v) => this.clean(v));
    if (value === null || typeof value !== 'object') return value;
    const out = {};
    for (const k of Object.keys(value)) {
      if (value[k] === undefined) continue;
      // Lists are never cached behind Pitstop, and it always announces changes of them.
      if (k === 'listChanged') continue;
      if (k === 'ttlMs') out[k] = '<ttl>';
      else if (k === 'tools' && Array.isArray(value[k])) out[k] = this.clean(value[k].filter((t) => !PITSTOP_TOOLS.has(t.name)));
      else out[k] = this.clean(value[k], k);
    }
    return out;
  }

  /** Runs one step and records its result, or its error with everything that came over the wire. */
  async step(name, action) {
    try {
      const result = await action();
      this.steps.push({ step: name, result: this.clean(result ?? null) });
      return result;
    } catch (e) {
      const { code, message, data } = e;
      this.steps.push({ step: name, error: this.clean({ name: e.constructor.name, code, message, data }) });
      return undefined;
    }
  }

  notification(method, params) {
    this.notifications.push({ method, params: this.clean(params ?? {}) });
    const ready = this.waiters.filter((w) => w.matches(method, params));
    this.waiters = this.waiters.filter((w) => !ready.includes(w));
    for (const w of ready) w.resolve();
  }

  request(method, params) {
    this.requests.push({ method, params: this.clean(params ?? {}) });
  }

  /** Waits until a notification that matches has come, also one that came already. */
  async seen(method, matches = () => true, guardMs = 60_000) {
    if (this.notifications.some((n) => n.method === method && matches(n.params))) return;
    await new Promise((resolve, reject) => {
      const guard = setTimeout(() => reject(new Error(`no ${method} within ${guardMs} ms`)), guardMs);
      this.waiters.push({
        matches: (m, p) => m === method && matches(p ?? {}),
        resolve: () => {
          clearTimeout(guard);
          resolve();
        },
      });
    });
  }

  /**
   * Steps in order; requests from the server in order; notifications as a sorted set, because their
   * order against responses is not defined and SDKs merge list changes as they see fit. `ignored`
   * names notifications that are random by design of the server.
   */
  toJSON(ignored) {
    const kept = this.notifications
      .filter((n) => !ignored.some((pattern) => pattern.test(JSON.stringify(n))))
      .map((n) => JSON.stringify(n));
    return {
      steps: this.steps,
      requests: this.requests,
      notifications: [...new Set(kept)].sort().map((n) => JSON.parse(n)),
    };
  }
}
