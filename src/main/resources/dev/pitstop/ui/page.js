// The page: chooses a session, reads its events, and shows them.
import { Detail } from './detail.js';
import { matcher } from './filter.js';
import { Model, clock, element } from './model.js';
import { Events, showServers, showTools } from './side.js';
import { Table } from './table.js';
import { Timeline } from './timeline.js';

const LIST_MILLIS = 2000;
const SOON_MILLIS = 150;
const TOOLS_MILLIS = 400;
const $ = (id) => document.getElementById(id);

history.replaceState(null, '', location.pathname + location.hash); // the token is a cookie now

let model = new Model();
let list = { sessions: [], past: [], silent: [], bytesPerToken: 1 };
let pid = Number(location.hash.slice(1)) || 0;
let source;
let matches = () => true;
let chosen;
let drawing = false;
let toolsDrawn = 0;
let pressed = false;
let acts = false;
let soon;

const timeline = new Timeline($('timeline'), () => draw());
const table = new Table($('calls'), (operation) => choose(operation));
const events = new Events($('events'));
let detail = new Detail($('detail'), lines);

async function get(path) {
  const response = await fetch(path);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function lines(number) {
  try {
    const found = (await get(`call?session=${pid}&n=${number}`)).split('\n').filter(Boolean).map((l) => JSON.parse(l));
    return found.length ? found : [{ type: 'error', text: 'The journal no longer has this call.' }];
  } catch (e) {
    return [{ type: 'error', text: model.ended ? 'The messages of an ended session are not kept.' : e.message }];
  }
}

async function act(path) {
  const response = await fetch(path, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) return { text, bad: true };
  const said = text.split('\n').filter(Boolean).map((l) => JSON.parse(l)).filter((l) => l.text || l.verdict);
  return { text: said.map((l) => [l.verdict, l.text].filter(Boolean).join(': ')).join('\n'), bad: said.some((l) => l.isError || l.type === 'error') };
}

async function rerun(operation, box) {
  box.hidden = false;
  box.textContent = 'Calling …';
  box.textContent = (await act(`rerun?session=${pid}&n=${operation.rounds.at(-1).number}`)).text;
}

async function reload(server) {
  $('wrong').textContent = '';
  const { text, bad } = await act(`reload?session=${pid}&server=${encodeURIComponent(server)}`);
  if (bad) $('wrong').textContent = text;
}

// ---- which session ----

function title(s) {
  const name = [s.client, s.clientVersion].filter(Boolean).join(' ') || 'a client';
  return `${s.pid} · ${name} · ${s.directory?.split('/').at(-1) ?? ''}`;
}

async function look() {
  try {
    list = JSON.parse(await get('sessions'));
    connection();
  } catch (e) {
    $('connection').textContent = `✗ ${e instanceof TypeError ? '`pitstop ui` has ended; what is here stays.' : e.message}`;
    $('connection').className = 'error';
    return;
  }
  const known = [...list.sessions, ...list.past];
  const isKnown = known.some((s) => s.pid === pid);
  if (!isKnown && !model.last && known.length) open(known[0].pid);
  if (!isKnown && model.last && source?.readyState === EventSource.CLOSED) model.ended = true; // and has left no journal
  const option = (s) => element('option', { value: s.pid, selected: s.pid === pid }, title(s));
  const ended = element('optgroup', { label: 'Ended' }, ...list.past.map(option));
  const shown = JSON.stringify(known.map((s) => s.pid)) + pid;
  if ($('session').dataset.shown !== shown) {
    $('session').dataset.shown = shown;
    $('session').replaceChildren(...list.sessions.map(option), ...(list.past.length ? [ended] : []));
  }
  if (list.actions && !acts) {
    acts = true;
    detail = new Detail($('detail'), lines, rerun);
  }
  dirty();
}

function lookSoon() {
  clearTimeout(soon);
  soon = setTimeout(look, SOON_MILLIS);
}

function connection() {
  const silent = list.silent.map((s) => `session ${s.pid} does not answer (${s.why})`).join('; ');
  const state = !pid ? ['', 'No session runs. Start one, and it will appear here.'] : model.ended ? ['unanswered', '■ The session has ended. Its calls stay here.'] : source?.readyState === EventSource.OPEN ? ['ok', '● live'] : ['unanswered', '○ connecting …'];
  $('connection').className = state[0];
  $('connection').textContent = [state[1], silent].filter(Boolean).join(' · ');
}

function open(number) {
  source?.close();
  pid = number;
  history.replaceState(null, '', `#${pid}`);
  model = new Model();
  events.clear();
  timeline.range = undefined;
  choose(undefined);
  connect();
}

function connect() {
  source?.close();
  const mine = new EventSource(`events?session=${pid}&after=${model.last}`);
  source = mine;
  mine.onmessage = (e) => {
    for (const line of e.data.split('\n')) {
      const read = JSON.parse(line);
      model.add(read);
      if (read.type === 'state') lookSoon(); // its process, calls and tools may be others
    }
    if (model.ended) mine.close();
    dirty();
  };
  mine.onopen = () => dirty();
  mine.onerror = () => {
    dirty();
    // Where the browser gives up, the page tries again: with what it has, so that nothing is read twice.
    if (mine.readyState === EventSource.CLOSED && !model.ended && mine === source) setTimeout(() => mine === source && connect(), 1000);
  };
}

// ---- what is shown ----

function dirty() {
  if (drawing || pressed) return; // a click needs its element until the end
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (!pressed) draw();
  });
}

function rows() {
  const [from, to] = timeline.range ?? [-Infinity, Infinity];
  const shown = [];
  for (let i = model.operations.length - 1; i >= 0; i--) {
    const o = model.operations[i];
    const end = o.rounds.at(-1).end || Infinity;
    if (o.t <= to && end >= from && matches(o)) shown.push(o);
  }
  return shown;
}

function draw() {
  const status = list.sessions.find((s) => s.pid === pid);
  const shown = rows();
  table.show(shown);
  timeline.show(model, chosen);
  showServers($('servers'), model, status, list.bytesPerToken, list.actions ? reload : undefined);
  events.show(model);
  const wait = toolsDrawn + TOOLS_MILLIS - performance.now();
  if (wait <= 0) {
    toolsDrawn = performance.now();
    showTools($('tools'), model, setFilter);
  } else {
    setTimeout(dirty, wait);
  }
  detail.refresh(model);
  connection();
  const s = { ...model.session, ...status };
  $('about').textContent = [s.command, s.directory].filter(Boolean).join(' · ');
  $('about').title = $('about').textContent;
  const flight = model.inFlight();
  $('flight').textContent = `${flight} in flight`;
  $('flight').className = flight ? 'pending' : '';
  $('range').hidden = !timeline.range;
  if (timeline.range) $('range').textContent = `${timeline.range.map(clock).join(' – ')} ✕`;
  const missing = model.missing ? ` · ${model.missing} events dropped` : '';
  const all = model.operations.length;
  $('count').textContent = (shown.length === all ? `${all} calls` : `${shown.length} of ${all} calls`) + missing;
  const bad = [...model.problems().map((e) => [`${e.server}: ${e.title}`, e.why].filter(Boolean).join(': ')), ...model.damaged.slice(-3)];
  if ($('problems').textContent !== bad.join('')) $('problems').replaceChildren(...bad.map((text) => element('div', { title: text }, text)));
}

function choose(operation) {
  chosen = operation;
  detail.show(operation, model);
  dirty();
}

async function applyFilter() {
  const text = $('filter').value;
  const wrong = await get(`filter?words=${encodeURIComponent(text)}`).catch((e) => e.message);
  if ($('filter').value !== text) return; // more was typed meanwhile
  $('wrong').textContent = wrong;
  if (!wrong) matches = matcher(text);
  dirty();
}

function setFilter(text) {
  $('filter').value = text;
  applyFilter();
}

addEventListener('pointerdown', (e) => (pressed = e.button === 0 && !e.target.matches('select')), true);
for (const end of ['pointerup', 'pointercancel', 'blur']) {
  addEventListener(end, () => {
    pressed = false;
    dirty();
  }, true);
}

// ---- keys ----

document.addEventListener('keydown', (e) => {
  const typing = e.target.matches('input, select');
  if (e.key === '/' && !typing) {
    e.preventDefault();
    $('filter').focus();
  } else if (e.key === 'Enter' && e.target === $('calls')) {
    $('detail').focus();
  } else if (e.key === 'Escape') {
    if (e.target === $('filter')) setFilter('');
    else if (e.target.closest('#detail')) $('calls').focus();
    else if (timeline.range) timeline.choose(undefined);
    else table.choose(undefined);
    if (e.target === $('filter')) $('calls').focus();
  } else if ((e.key === 'ArrowDown' || e.key === 'ArrowUp') && (e.target === document.body || e.target === $('filter'))) {
    $('calls').focus();
    e.preventDefault();
    if (!chosen) table.choose(table.rows[0]);
  }
});
$('filter').addEventListener('input', applyFilter);
$('flight').addEventListener('click', () => setFilter($('filter').value === 'status:pending' ? '' : 'status:pending'));
$('range').addEventListener('click', () => timeline.choose(undefined));
$('session').addEventListener('change', () => open(Number($('session').value)));

if (pid) connect();
await look();
setInterval(look, LIST_MILLIS);
