// Beside the calls: servers, what happened to them, and the tools.
import { clock, duration, element, fill } from './model.js';

const OPEN = 2; // so many of the newest show their text
const BAD = ['build_failed', 'start_failed', 'crashed'];

// Words such as 1,234: as the rest of Pitstop writes numbers.
const grouped = (n) => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');

const many = (n, noun) => `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;

function server(known, said, model, bytesPerToken, reload) {
  const state = known.state || said?.state || 'unknown';
  const run = known.runs.findLast((r) => !r.to) ?? known.runs.at(-1);
  const kind = model.ended ? 'busy' : state === 'running' ? 'up' : ['crashed', 'stopped', 'down', 'failed'].some((w) => state.includes(w)) ? 'down' : 'busy';
  const line = (...parts) => element('div', {}, parts.filter(Boolean).join(' · '));
  const made = element('div', { className: `server ${kind}` }, element('span', { className: `state ${kind === 'up' ? 'ok' : kind === 'down' ? 'error' : 'unanswered'}` }, model.ended ? 'session ended' : state), element('b', {}, known.name));
  if (reload && !model.ended) made.append(element('button', { type: 'button', title: `Reload ${known.name}`, onclick: () => reload(known.name) }, 'Reload'));
  if (run) made.append(line(`${run.kind ?? 'run'} #${run.run}`, !run.to && run.pid && `pid ${run.pid}`, run.to ? 'ended' : `up ${duration(Math.max(0, Date.now() - run.from) * 1000)}`));
  if (said?.display) made.append(element('div', { className: 'mono', title: said.display }, said.display));
  if (said?.tools !== undefined) made.append(line(many(said.tools, 'tool'), `about ${many(said.toolBytes / bytesPerToken, 'token')}`));
  if (said) made.append(line(many(said.answered ?? 0, 'call'), said.inFlight && `${said.inFlight} in flight`, said.held && `${said.held} waiting`));
  return made;
}

export function showServers(box, model, status, bytesPerToken, reload) {
  const said = new Map((status?.servers ?? []).map((s) => [s.name, s]));
  for (const name of said.keys()) model.server(name);
  fill(box, ...[...model.servers.values()].map((s) => server(s, said.get(s.name), model, bytesPerToken, reload)));
}

function coloured(text) {
  return text.split('\n').map((line) => {
    const sign = line.trimStart()[0];
    const name = { '+': 'added', '-': 'removed', '~': 'changed' }[sign] ?? '';
    return element('span', { className: name }, `${line}\n`);
  });
}

// The newest first. Adds what is new, so that what a person has opened stays open.
export class Events {
  #box;
  #shown = new Map(); // number → element

  constructor(box) {
    this.#box = box;
  }

  show(model) {
    const several = model.servers.size > 1;
    for (const event of model.events) {
      const before = this.#shown.get(event.seq);
      if (before && before.text === event.text) continue;
      const bad = BAD.includes(event.outcome);
      const title = `${clock(event.t)} ${several ? `${event.server}: ` : ''}${event.title}`;
      const made = element('details', { open: model.events.indexOf(event) >= model.events.length - OPEN }, element('summary', { className: bad ? 'error' : event.outcome === 'reloaded' ? 'ok' : '', title }, title), element('pre', {}, ...(event.text ? coloured(event.text) : [event.outcome === 'reloaded' ? 'Nothing changed in the lists.' : 'Nothing more is known.'])));
      if (before) before.made.replaceWith(made);
      else this.#box.prepend(made);
      this.#shown.set(event.seq, { made, text: event.text });
    }
    if (!model.events.length) this.#box.replaceChildren(element('div', { className: 'empty' }, 'None so far.'));
    else this.#box.querySelector(':scope > .empty')?.remove();
  }

  clear() {
    this.#shown.clear();
    this.#box.replaceChildren();
  }
}

export function showTools(box, model, filter) {
  const row = (tool) => element('tr', {}, element('td', {}, element('button', { type: 'button', title: tool.name, onclick: () => filter(`tool:${tool.name}`) }, tool.name)),
    element('td', {}, grouped(tool.count)), element('td', { className: tool.errors ? 'error' : '' }, grouped(tool.errors)), element('td', {}, duration(tool.p50)), element('td', {}, duration(tool.p95)));
  const head = ['tool', 'calls', 'failed', 'p50', 'p95'].map((word) => element('th', { scope: 'col' }, word));
  fill(box, element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...model.tools().map(row))));
}
