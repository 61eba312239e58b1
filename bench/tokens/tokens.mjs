#!/usr/bin/env node
// What Pitstop costs a model's context, in tokens (o200k_base): its own tools, instructions, notices, results.
//
//   node bench/tokens/tokens.mjs [--before LAUNCHER] [LAUNCHER]
//
// LAUNCHER is ./pitstop unless said otherwise; --before adds a column for another build of it. Needs npm the first time,
// for the tokenizer (package-lock.json). Prints Markdown.
//
// A tool counts as the model is shown it: name, description, schema of its arguments; "listed" is all that the client is
// sent. Of a result there are two readings: Claude Code and Codex show the structure alone where there is one, Gemini CLI
// and OpenCode the text. Where they differ, both are given: text / structure.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Session } from './session.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const SERVER = join(HERE, 'server.mjs');
const LONGEST = 20_000; // for what is waited for

if (!existsSync(join(HERE, 'node_modules'))) {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: HERE, stdio: ['ignore', 2, 2] });
}
const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');

/** A directory of its own for one session: its home, its plan of tools, and what it was asked to watch. */
class Place {
  constructor() {
    this.directory = mkdtempSync(join(tmpdir(), 'bench-tokens-'));
    this.plan = join(this.directory, 'plan.json');
    this.starts = join(this.directory, 'starts');
    this.offer(['forecast', 'alerts']);
    writeFileSync(this.starts, '');
    const home = join(this.directory, 'home');
    mkdirSync(home);
    this.environment = { PATH: process.env.PATH, HOME: home };
    if (process.env.JAVA_HOME) this.environment.JAVA_HOME = process.env.JAVA_HOME;
  }

  offer(tools) {
    writeFileSync(this.plan, JSON.stringify(tools));
  }

  started() {
    return readFileSync(this.starts, 'utf8').split('\n').length - 1;
  }

  command() {
    return ['node', SERVER, 'stdio', this.plan, this.starts];
  }

  remove() {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function until(condition, what) {
  for (let waited = 0; !condition(); waited += 50) {
    if (waited > LONGEST) throw new Error(`it did not come to pass: ${what}`);
    await pause(50);
  }
}

const shown = ({ name, description, inputSchema }) => JSON.stringify({ name, description, parameters: inputSchema });
const text = (result) =>
  result.content.map((block) => (block.type === 'text' ? block.text : (block.resource?.text ?? ''))).join('\n');

function both(result) {
  const words = countTokens(text(result));
  const structure = result.structuredContent ? countTokens(JSON.stringify(result.structuredContent)) : words;
  return structure === words ? `${words}` : `${words} / ${structure}`;
}

/** Pitstop's own part of a result: the blocks that begin with its mark. */
function notice(result) {
  const blocks = result.content.map((block) => block.text ?? block.resource?.text ?? '').filter((t) => t.includes('[pitstop]'));
  return blocks.length === 0 ? 'none' : `${countTokens(blocks.join('\n'))}`;
}

/** The rows of one kind of session: its list, its own tools, its instructions. */
async function lists(rows, kind, session, own) {
  const instructions = await session.begin();
  let tools = [];
  for (let tries = 0; tools.length === 0 || !tools.some((tool) => !own(tool.name)); tries++) {
    if (tries > 100) throw new Error(`${kind}: the server's tools do not come`);
    tools = await session.tools();
    if (tries > 0) await pause(100);
  }
  const ours = tools.filter((tool) => own(tool.name));
  rows.set(`${kind}: own tools, shown to the model`, `${countTokens(ours.map(shown).join('\n'))}`);
  rows.set(`${kind}: own tools, listed`, `${countTokens(ours.map((tool) => JSON.stringify(tool)).join('\n'))}`);
  rows.set(`${kind}: instructions`, `${countTokens(instructions)}`);
  return ours;
}

async function one(rows, launcher) {
  const place = new Place();
  const watched = join(place.directory, 'source.txt');
  writeFileSync(watched, 'one');
  const words = ['--name', 'weather', '--cwd', place.directory, '--watch', 'source.txt', '--log-file', 'none', '--'];
  const session = new Session([launcher, ...words, ...place.command()], place.environment);
  const ours = await lists(rows, 'one server', session, (name) => name !== 'forecast' && name !== 'alerts');
  for (const tool of ours) rows.set(`tool \`${tool.name}\`, shown`, `${countTokens(shown(tool))}`);
  await session.call('forecast');
  rows.set('result: `server_status`', both(await session.call('server_status')));
  rows.set('result: `recompile`, nothing changed', both(await session.call('recompile')));

  /** A restart that the agent did not ask for. */
  const restart = async () => {
    const before = place.started();
    await pause(1_100); // files are compared by the second on some systems
    writeFileSync(watched, `${before}`);
    utimesSync(watched, new Date(), new Date());
    await until(() => place.started() > before, 'a restart after a save');
    await pause(2_000); // until the new one serves
  };
  await restart();
  rows.set('notice: restarted, nothing changed', notice(await session.call('forecast')));
  place.offer(['forecast', 'outlook', 'tides']);
  await restart();
  rows.set('notice: restarted, one tool removed, two added', notice(await session.call('forecast')));

  const died = await session.call('forecast', { text: 'die' });
  rows.set('result: a call in which the server died', both(died));
  rows.set('notice: restarted after that, nothing changed', notice(await session.call('forecast')));
  place.offer(['forecast', 'outlook', 'tides', 'moon']);
  rows.set('result: `recompile`, one tool added', both(await session.call('recompile')));
  await session.end();
  place.remove();
}

async function failedBuild(rows, launcher) {
  const place = new Place();
  const build = `echo 'src/weather.ts(12,7): error TS2304: Cannot find name retrun.'; exit 2`;
  const session = new Session(
    [launcher, '--name', 'weather', '--build', build, '--log-file', 'none', '--', ...place.command()],
    place.environment,
  );
  await session.begin();
  await session.call('forecast');
  rows.set('result: `recompile`, the build failed', both(await session.call('recompile')));
  await session.end();
  place.remove();
}

async function many(rows, launcher) {
  const place = new Place();
  const [command, ...args] = place.command();
  const config = join(place.directory, 'servers.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { weather: { command, args }, notes: { command, args } } }));
  const session = new Session([launcher, '--config', config, '--log-file', 'none'], place.environment);
  const ours = await lists(rows, 'many servers', session, (name) => !name.includes('__'));
  for (const tool of ours) {
    const row = `tool \`${tool.name}\`, shown`;
    rows.set(rows.has(row) ? `tool \`${tool.name}\` of many, shown` : row, `${countTokens(shown(tool))}`);
  }
  await until(() => place.started() >= 2, 'both servers start');
  await session.call('weather__forecast');
  await session.call('notes__forecast');
  rows.set('result: `list_servers` of two', both(await session.call('list_servers')));
  await session.end();
  place.remove();
}

async function url(rows, launcher) {
  const place = new Place();
  const daemon = spawn('node', [SERVER, 'http', place.plan], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((settle) => daemon.stdout.once('data', (chunk) => settle(String(chunk).trim())));
  const session = new Session([launcher, '--log-file', 'none', `http://127.0.0.1:${port}/mcp`], place.environment);
  await lists(rows, 'URL', session, (name) => name !== 'forecast' && name !== 'alerts');
  await session.end();
  daemon.kill();
  place.remove();
}

async function commandLine(rows, launcher) {
  const place = new Place();
  const words = ['cli', '--log-file', 'none', '--', 'node', SERVER, 'cli', place.plan];
  const session = new Session([launcher, ...words], place.environment);
  await lists(rows, 'cli', session, (name) => name !== 'forecast' && name !== 'alerts');
  await session.end();
  place.remove();
}

async function measure(launcher) {
  execFileSync(launcher, ['--version'], { stdio: 'ignore' }); // builds what is not built yet
  const rows = new Map();
  for (const part of [one, failedBuild, many, url, commandLine]) await part(rows, launcher);
  return rows;
}

const words = process.argv.slice(2);
const at = words.indexOf('--before');
const [before] = at < 0 ? [] : words.splice(at, 2).slice(1);
if ((at >= 0 && !before) || words.length > 1 || words.some((word) => word.startsWith('-'))) {
  console.error('usage: tokens.mjs [--before LAUNCHER] [LAUNCHER]');
  process.exit(2);
}
const columns = [];
if (before) columns.push(['before', await measure(resolve(before))]);
columns.push(['pitstop', await measure(resolve(words[0] ?? join(HERE, '../../pitstop')))]);

const GROUPS = ['one server', 'many servers', 'URL', 'cli', 'tool', 'notice', 'result'];
const group = (name) => GROUPS.findIndex((each) => name.startsWith(each));
const names = [...new Set(columns.flatMap(([, rows]) => [...rows.keys()]))].sort((a, b) => group(a) - group(b));
console.log(`| tokens (o200k_base) | ${columns.map(([name]) => name).join(' | ')} |`);
console.log(`|---|${columns.map(() => '--:|').join('')}`);
for (const name of names) {
  console.log(`| ${name} | ${columns.map(([, rows]) => rows.get(name) ?? '–').join(' | ')} |`);
}
