// One call in full: arguments and result, and beside them what the server wrote meanwhile.
import { clock, duration, element } from './model.js';
import { notes, status } from './table.js';

const pretty = (value) => JSON.stringify(value, null, 2);

// The text blocks of a result as text, JSON in them formatted; everything else as JSON.
function result(response) {
  if (response.error) return pretty(response.error);
  const { content, structuredContent, ...rest } = response.result ?? {};
  if (!Array.isArray(content)) return pretty(response.result ?? response);
  const blocks = content.map((block) => {
    if (block.type !== 'text') return pretty({ ...block, ...(block.data && { data: `(${block.data.length} characters)` }) });
    try {
      return pretty(JSON.parse(block.text));
    } catch {
      return block.text;
    }
  });
  if (structuredContent) blocks.push(`structuredContent: ${pretty(structuredContent)}`);
  delete rest._meta;
  delete rest.isError;
  if (Object.keys(rest).length) blocks.push(pretty(rest));
  return blocks.join('\n\n');
}

function messages(lines, round) {
  const call = lines.find((l) => l.type === 'call');
  const answer = lines.find((l) => l.type === 'answer');
  const failed = lines.find((l) => l.type === 'error');
  const params = call?.request?.params ?? {};
  const { name, arguments: args, _meta, ...rest } = params;
  const shown = args !== undefined && !Object.keys(rest).length ? args : { ...(args !== undefined && { arguments: args }), ...rest };
  const request = call?.requestBegins ? `${call.requestBegins}\n(cut)` : call?.request ? pretty(shown) : failed?.text ?? 'The messages of an ended session are not kept.';
  const response = answer?.responseBegins ? `${answer.responseBegins}\n(cut)` : answer?.response ? result(answer.response) : round.status === 'pending' ? 'There is no answer yet.' : failed?.text ?? 'The messages of an ended session are not kept.';
  return { request, response };
}

export class Detail {
  #box;
  #fetch;
  #rerun;
  #operation;
  #drawn = '';

  // fetch gets the lines of a call; rerun is undefined if the page may not act
  constructor(box, fetch, rerun) {
    this.#box = box;
    this.#fetch = fetch;
    this.#rerun = rerun;
  }

  async show(operation, model) {
    this.#operation = operation;
    this.#box.hidden = !operation;
    if (!operation) return;
    const all = await Promise.all(operation.rounds.map((r) => this.#fetch(r.number)));
    if (this.#operation !== operation) return; // another was chosen meanwhile
    this.#draw(operation, model, all);
  }

  // Draws again if more is known of the call.
  refresh(model) {
    const o = this.#operation;
    if (o && this.#drawn !== this.#stamp(o)) this.show(o, model);
  }

  #stamp(o) {
    return `${o.number} ${o.rounds.length} ${o.status}`;
  }

  #draw(o, model, all) {
    this.#drawn = this.#stamp(o);
    const part = (title, text, name = '') => (text ? [element('h2', {}, title), element('pre', { className: name, tabIndex: 0 }, text)] : []);
    const facts = [clock(o.t), o.run ? `${o.server} #${o.run}` : o.server, o.status !== 'pending' && duration(o.micros), ...notes(o)].filter(Boolean);
    const made = [element('h3', {}, `#${o.number} ${o.name || o.method}`), element('div', {}, status(o), ` ${facts.join(' · ')}`)];
    if (this.#rerun && o.method === 'tools/call') {
      const said = element('pre', { hidden: true });
      made.push(element('button', { type: 'button', onclick: () => this.#rerun(o, said) }, 'Call again'), said);
    }
    o.rounds.forEach((round, i) => {
      const of = o.rounds.length > 1 ? ` of round ${i + 1}` : '';
      const { request, response } = messages(all[i], round);
      const wrote = model.beside(model.stderr, round);
      made.push(...part(`Arguments${of}`, request, 'arguments'), ...part(`Result${of}`, response, `result ${['error', 'crashed', 'unanswered'].includes(round.status) ? 'error' : ''}`));
      made.push(...part(`Stderr meanwhile${of}`, wrote.map((l) => l.line).join('\n'), 'stderr'));
      made.push(...part(`Notices for the agent${of}`, model.beside(model.notices, round).map((l) => l.text).join('\n\n'), 'notices'));
    });
    this.#box.replaceChildren(...made);
  }
}
