// The list of calls, the newest first. Only the rows in view are elements.
import { clock, duration, element, ownName } from './model.js';

const HEIGHT = 26;
const SIGNS = { ok: '✓', error: '✗', crashed: '✱', pending: '…', cancelled: '⊘', unanswered: '?' };

export function status(operation) {
  return element('span', { className: `status ${operation.status}` }, `${SIGNS[operation.status] ?? ''} ${operation.status}`);
}

// What a list says beside the name: why there are fewer rows than calls, or who asked.
export function notes(operation) {
  const notes = [];
  if (operation.by) notes.push(`by ${operation.by}`);
  if (operation.deliveries > 1) notes.push('repeated');
  if (operation.rounds.length > 1) notes.push(`${operation.rounds.length} rounds`);
  if (operation.asks) notes.push('asks for input');
  if (operation.fetched) notes.push(`after list_changed: ~${operation.fetched.toLocaleString('en')} tokens`);
  return notes;
}

export class Table {
  rows = [];
  #box;
  #choose;
  #chosen = 0; // the number of the call
  #space = element('div', { role: 'presentation' });

  constructor(box, choose) {
    this.#box = box;
    this.#choose = choose;
    box.append(this.#space);
    box.addEventListener('scroll', () => this.draw());
    box.addEventListener('click', (e) => {
      const row = e.target.closest('.row');
      if (row) this.choose(this.rows.find((o) => o.number === Number(row.dataset.number)));
    });
    box.addEventListener('keydown', (e) => this.#key(e));
    new ResizeObserver(() => this.draw()).observe(box);
  }

  // New rows come at the top; what a person reads stays where it is.
  show(rows) {
    const box = this.#box;
    const top = Math.floor(box.scrollTop / HEIGHT);
    const anchor = box.scrollTop > 0 ? this.rows[top] : undefined;
    this.rows = rows;
    this.#space.style.height = `${rows.length * HEIGHT}px`;
    const now = anchor ? rows.indexOf(anchor) : -1;
    if (now >= 0 && now !== top) box.scrollTop += (now - top) * HEIGHT;
    this.draw();
  }

  draw() {
    const box = this.#box;
    const first = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 4);
    const shown = this.rows.slice(first, first + Math.ceil(box.clientHeight / HEIGHT) + 8);
    box.setAttribute('aria-rowcount', this.rows.length);
    this.#space.replaceChildren(...shown.map((o, i) => this.#row(o, first + i)));
    if (!this.rows.length) this.#space.replaceChildren(element('div', { className: 'empty' }, 'No call to show.'));
    box.setAttribute('aria-activedescendant', `call-${this.#chosen}`);
  }

  #row(o, index) {
    const what = element('span', { className: 'what', role: 'gridcell' }, element('b', { title: o.name }, ownName(o) || o.method || 'unknown'));
    for (const note of notes(o)) what.append(element('span', { className: 'note' }, note));
    what.append(o.says ? element('span', { className: 'says' }, o.says.replace(/^\[pitstop\] (`[^`]*` )?/, '')) : element('span', { className: 'mono' }, o.args));
    const cell = (name, text) => element('span', { className: name, role: 'gridcell' }, text);
    const took = o.status === 'pending' ? duration(Math.max(0, Date.now() - o.t) * 1000) : duration(o.micros);
    const made = element('div', { className: 'row', role: 'row', id: `call-${o.number}`, 'aria-rowindex': index + 1, 'aria-selected': o.number === this.#chosen },
      cell('number', o.number), cell('time', clock(o.t)), what, cell('run', o.run ? `${o.server} #${o.run}` : o.server), status(o), cell('took', took));
    made.dataset.number = o.number;
    made.style.top = `${index * HEIGHT}px`;
    return made;
  }

  choose(operation) {
    this.#chosen = operation?.number ?? 0;
    const index = this.rows.indexOf(operation);
    const box = this.#box;
    if (index >= 0) {
      if (index * HEIGHT < box.scrollTop) box.scrollTop = index * HEIGHT;
      else if ((index + 1) * HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = (index + 1) * HEIGHT - box.clientHeight;
    }
    this.draw();
    this.#choose(operation);
  }

  #key(e) {
    const page = Math.max(1, Math.floor(this.#box.clientHeight / HEIGHT) - 1);
    const at = this.rows.findIndex((o) => o.number === this.#chosen);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: this.rows.length - 1 }[e.key];
    if (to === undefined || !this.rows.length) return;
    e.preventDefault();
    this.choose(this.rows[Math.min(this.rows.length - 1, Math.max(0, to))]);
  }
}
