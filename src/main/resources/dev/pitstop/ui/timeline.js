// A lane for each server: builds, starts, runs, calls and crashes over time. Zoom, move, and choose a range.
import { clock } from './model.js';

const LABEL = 96;
const AXIS = 18;
const LANE = 44;
const ROWS = 4; // of calls at the same time
const OWN = 'pitstop'; // the lane of calls that no server answered

export class Timeline {
  range; // chosen by the person: [from, to]
  #canvas;
  #changed;
  #model;
  #view; // [from, to]; undefined for all
  #chosen;
  #drag;
  #colours = {};

  constructor(canvas, changed) {
    this.#canvas = canvas;
    this.#changed = changed;
    canvas.addEventListener('wheel', (e) => {
      e.preventDefault();
      if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) this.#move((e.deltaX || e.deltaY) / 800);
      else this.#zoom(Math.exp(e.deltaY / 400), this.#time(e.offsetX));
    }, { passive: false });
    canvas.addEventListener('pointerdown', (e) => {
      canvas.setPointerCapture(e.pointerId);
      this.#drag = this.#time(e.offsetX);
    });
    canvas.addEventListener('pointermove', (e) => {
      if (this.#drag === undefined) return;
      const now = this.#time(e.offsetX);
      this.range = [Math.min(this.#drag, now), Math.max(this.#drag, now)];
      this.draw();
    });
    canvas.addEventListener('pointerup', (e) => {
      const [from, to] = this.#span();
      const small = Math.abs(this.#time(e.offsetX) - this.#drag) < (to - from) / 150;
      this.#drag = undefined;
      this.choose(small ? undefined : this.range);
    });
    canvas.addEventListener('keydown', (e) => this.#key(e));
    for (const query of ['(prefers-color-scheme: dark)']) matchMedia(query).addEventListener('change', () => this.show(this.#model, this.#chosen));
    new ResizeObserver(() => this.draw()).observe(canvas.parentElement);
  }

  #key(e) {
    const [from, to] = this.#span();
    const act = { '+': () => this.#zoom(0.6, (from + to) / 2), '=': () => this.#zoom(0.6, (from + to) / 2), '-': () => this.#zoom(1.6, (from + to) / 2), ArrowLeft: () => this.#move(-0.15), ArrowRight: () => this.#move(0.15), 0: () => this.#look(undefined), b: () => this.choose(this.#span()) }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  // Chooses a range of time, or all.
  choose(range) {
    this.range = range;
    this.draw();
    this.#changed();
  }

  #look(view) {
    this.#view = view;
    this.draw();
  }

  #zoom(factor, at) {
    const [from, to] = this.#span();
    if (factor < 1 && to - from < 20) return;
    const next = [at - (at - from) * factor, at + (to - at) * factor];
    const [first, last] = this.#all();
    this.#look(next[1] - next[0] >= last - first ? undefined : next);
  }

  #move(part) {
    const [from, to] = this.#span();
    const by = (to - from) * part;
    this.#look([from + by, to + by]);
  }

  #all() {
    const m = this.#model;
    const from = m && m.to ? m.from : Date.now() - 10_000;
    const to = Math.max(from + 1000, m?.inFlight() && !m.ended ? Date.now() : m?.to ?? 0);
    const room = (to - from) * 0.02;
    return [from - room, to + room];
  }

  #span() {
    return this.#view ?? this.#all();
  }

  #x(t) {
    const [from, to] = this.#span();
    return LABEL + ((t - from) / (to - from)) * (this.#canvas.clientWidth - LABEL - 8);
  }

  #time(x) {
    const [from, to] = this.#span();
    return from + ((x - LABEL) / (this.#canvas.clientWidth - LABEL - 8)) * (to - from);
  }

  show(model, chosen) {
    this.#model = model;
    this.#chosen = chosen;
    const style = getComputedStyle(document.documentElement);
    for (const name of ['ink', 'dim', 'line', 'soft', 'mark', 'ok', 'error', 'crashed', 'pending', 'cancelled', 'unanswered', 'run', 'start', 'build']) this.#colours[name] = style.getPropertyValue(`--${name}`);
    this.draw();
  }

  #lanes() {
    const lanes = [...this.#model.servers.keys()];
    if (this.#model.operations.some((o) => !this.#home(o))) lanes.push(OWN);
    return lanes;
  }

  #home(operation) {
    return operation.server || this.#model.home(operation);
  }

  draw() {
    if (!this.#model) return;
    const canvas = this.#canvas;
    const lanes = this.#lanes();
    const height = AXIS + Math.max(1, lanes.length) * LANE + 6;
    canvas.style.height = `${Math.min(height, 320)}px`;
    const scale = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    const g = canvas.getContext('2d');
    g.scale(scale, scale);
    g.font = '11px system-ui, "Open Sans", sans-serif';
    g.textBaseline = 'middle';
    this.#axis(g, canvas.clientWidth, canvas.clientHeight);
    g.save();
    g.beginPath();
    g.rect(LABEL, 0, canvas.clientWidth - LABEL, canvas.clientHeight);
    g.clip();
    lanes.forEach((name, i) => this.#lane(g, name, AXIS + i * LANE));
    if (this.range) this.#brush(g, canvas.clientWidth, canvas.clientHeight);
    g.restore();
    g.fillStyle = this.#colours.ink;
    lanes.forEach((name, i) => g.fillText(name.length > 14 ? `${name.slice(0, 13)}…` : name, 10, AXIS + i * LANE + LANE / 2));
    canvas.setAttribute('aria-label', `Timeline of ${lanes.length} lanes: ${this.#model.operations.length} calls, ${this.#model.events.length} reloads and crashes`);
  }

  #axis(g, width, height) {
    const [from, to] = this.#span();
    const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 3e4, 6e4, 3e5, 6e5, 36e5, 216e5, 864e5];
    const step = steps.find((s) => (s / (to - from)) * width > 85) ?? 864e5;
    for (let t = Math.ceil(from / step) * step; t < to; t += step) {
      const x = this.#x(t);
      if (x < LABEL || x > width - 45) continue;
      g.fillStyle = this.#colours.line;
      g.fillRect(x, AXIS, 1, height);
      g.fillStyle = this.#colours.dim;
      g.fillText(clock(t) + (step < 1000 ? `.${String(Math.round(t) % 1000).padStart(3, '0')}` : ''), x - 20, AXIS / 2);
    }
  }

  #bar(g, from, to, y, height, colour) {
    const x = this.#x(from);
    g.fillStyle = colour;
    g.fillRect(x, y, Math.max(2, this.#x(to) - x), height);
  }

  #lane(g, name, y) {
    const c = this.#colours;
    const now = this.#all()[1];
    const server = this.#model.servers.get(name) ?? { runs: [], builds: [] };
    for (const run of server.runs) {
      this.#bar(g, run.from, run.serves || run.to || now, y + 4, 12, c.start);
      if (run.serves) this.#bar(g, run.serves, run.to || now, y + 4, 12, c.run);
    }
    for (const build of server.builds) this.#bar(g, build.from, build.to, y + 4, 12, build.ok ? c.build : build.cancelled ? c.cancelled : c.error);
    for (const run of server.runs) {
      if (run.serves) {
        g.fillStyle = c.ok;
        g.fillRect(this.#x(run.serves), y + 2, 2, LANE - 6);
        g.fillText(`#${run.run}`, this.#x(run.serves) + 5, y + 10);
      }
    }
    this.#calls(g, name, y + 19);
    for (const run of server.runs) {
      if (run.to && run.byItself) {
        g.fillStyle = c.crashed;
        g.fillRect(this.#x(run.to) - 1, y + 2, 2, LANE - 6);
        g.font = 'bold 15px system-ui';
        g.fillText('✱', this.#x(run.to) - 6, y + 11);
        g.font = '11px system-ui, "Open Sans", sans-serif';
      }
    }
  }

  #calls(g, name, y) {
    const free = new Array(ROWS).fill(-Infinity); // where each row ends
    const [from, to] = this.#span();
    const now = Date.now();
    for (const o of this.#model.operations) {
      if ((this.#home(o) || OWN) !== name) continue;
      for (const r of o.rounds) {
        const end = r.end || now;
        if (end < from || r.t > to) continue;
        const x = this.#x(r.t);
        let row = free.findIndex((f) => f <= x);
        if (row < 0) row = ROWS - 1;
        const width = Math.max(3, this.#x(end) - x);
        free[row] = x + width;
        g.fillStyle = this.#colours[r.status] ?? this.#colours.dim;
        g.fillRect(x, y + row * 5, width, 4);
        if (o === this.#chosen) {
          g.strokeStyle = this.#colours.ink;
          g.strokeRect(x - 2, y + row * 5 - 2, width + 4, 8);
        }
      }
    }
  }

  #brush(g, width, height) {
    const [from, to] = this.range.map((t) => this.#x(t));
    g.globalAlpha = 0.25;
    g.fillStyle = this.#colours.pending;
    g.fillRect(from, 0, Math.max(1, to - from), height);
    g.globalAlpha = 1;
  }
}
