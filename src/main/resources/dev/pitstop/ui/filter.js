// The filters of `pitstop calls`. The server says what is wrong with a word (GET /filter).

import { ownName } from './model.js';

const UNITS = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

function glob(pattern) {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function test(kind, value) {
  switch (kind) {
    case 'tool': {
      const name = glob(value);
      return (o) => name.test(o.name) || name.test(ownName(o));
    }
    case 'server': {
      const name = glob(value), prefix = glob(`${value}__*`);
      return (o) => name.test(o.server) || (!o.server && prefix.test(o.name));
    }
    case 'status': return (o) => o.status === value;
    case 'slower': {
      const [, number, unit] = /^([\d.]+)([a-z]+)$/.exec(value) ?? [0, 0, 'ms'];
      return (o) => o.status !== 'pending' && o.micros > number * UNITS[unit] * 1000;
    }
    case 'run': return (o) => o.rounds.some((r) => r.run === Number(value));
    default: return () => true;
  }
}

// A call must match one word of each kind that is given.
export function matcher(text) {
  const kinds = new Map();
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const colon = word.indexOf(':');
    const kind = word.slice(0, colon);
    kinds.set(kind, [...(kinds.get(kind) ?? []), test(kind, word.slice(colon + 1))]);
  }
  const all = [...kinds.values()];
  return (operation) => all.every((tests) => tests.some((t) => t(operation)));
}
