#!/usr/bin/env node
// Draws docs/ui-light.png and docs/ui-dark.png: plays a session with two servers, and takes pictures of `pitstop ui`.
// Needs a build (scripts/build.sh) and Chromium: $PITSTOP_BROWSER, or `chromium` on the PATH.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { start } from '../src/test/node/browser/cdp.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dir = realpathSync(mkdtempSync(join(tmpdir(), 'pitstop-ui-')));
const project = join(dir, 'trips');
for (const name of ['trips', 'state', 'run']) mkdirSync(join(dir, name), { mode: 0o700 });
const env = { ...process.env, XDG_STATE_HOME: join(dir, 'state'), XDG_RUNTIME_DIR: join(dir, 'run'), PITSTOP_NO_BUILD: '1' };
const pitstop = process.env.PITSTOP_LAUNCHER ?? join(root, 'pitstop');

// ---- the servers ----

const server = (tools) => `import { createInterface } from 'node:readline';

const tool = (name, description, properties, run) => ({ name, description, run,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) } });
const text = { type: 'string' };
const tools = [
${tools}
];
const answer = async ({ method, params }) => {
  if (method === 'initialize') return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'demo', version: '1' } };
  if (method === 'tools/list') return { tools: tools.map(({ run, ...listed }) => listed) };
  if (method !== 'tools/call') return {};
  const out = await tools.find((t) => t.name === params.name).run(params.arguments);
  return typeof out === 'string' ? { content: [{ type: 'text', text: out }] } : out;
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, ...request } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: await answer(request) }));
});
`;

const weather = (more, cities = 'Oslo: 4, Lisbon: 19, Nairobi: 24') => server(`
  tool('cities', 'Which cities there are', {}, () => JSON.stringify(['Oslo', 'Lisbon', 'Nairobi'])),
  tool('forecast', 'The weather in a city', { city: text }, async ({ city }) => {
    console.error('forecast: asking the station of', city);
    await new Promise((done) => setTimeout(done, 60 + 9 * city.length));
    const degrees = { ${cities} }[city];
    if (degrees === undefined) {
      console.error('forecast: no station of that name');
      setTimeout(() => { throw new RangeError('unknown city: ' + city); });
      return new Promise(() => {});
    }
    return JSON.stringify({ city, degrees, sky: degrees > 10 ? 'clear' : 'snow' });
  }),
${more}`);

const notes = server(`
  tool('add_note', 'Adds a note', { note: text }, async ({ note }) => {
    await new Promise((done) => setTimeout(done, 25));
    return note ? 'added: ' + note : { isError: true, content: [{ type: 'text', text: 'a note must not be empty' }] };
  }),
  tool('search', 'Searches the notes', { words: text }, async ({ words }) => {
    console.error('search: 3 files, 120 lines');
    await new Promise((done) => setTimeout(done, words.includes('ferry') ? 60_000 : 320));
    return 'packing.md: ' + words;
  }),`);

const save = (name, source) => writeFileSync(join(project, name), source);
const windy = `  tool('wind', 'The wind in a city', { city: text, unit: { type: 'string', enum: ['m/s', 'knots'] } }, ({ city, unit }) => city + ': 7 ' + unit),`;

// ---- the client ----

function client() {
  const child = spawn(pitstop, ['--config', 'servers.json'], { cwd: project, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) => new Promise((resolve) => {
    waiting.set(++last, resolve);
    send({ id: last, method, params });
  });
  return { send, request, call: (name, args = {}) => request('tools/call', { name, arguments: args }), end: () => child.stdin.end(), child };
}

async function play() {
  const c = client();
  await c.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'claude-code', version: '2.1.0' } });
  c.send({ method: 'notifications/initialized' });
  await c.request('tools/list', {});
  await c.call('weather__cities');
  await Promise.all([c.call('weather__forecast', { city: 'Oslo' }), c.call('notes__search', { words: 'boots' })]);
  await c.call('notes__add_note', { note: 'pack boots for Oslo' });
  await c.call('weather__forecast', { city: 'Bergen' }); // which the server does not survive
  await c.call('weather__forecast', { city: 'Lisbon' });
  save('weather.mjs', weather(windy).replace("sky: degrees > 10 ?", 'sky: degrees > 10'));
  await c.call('reload_server', { server: 'weather' });
  await c.call('notes__add_note', { note: '' });
  await Promise.all([c.call('weather__forecast', { city: 'Nairobi' }), c.call('weather__forecast', { city: 'Oslo' }), c.call('notes__search', { words: 'umbrella' })]);
  save('weather.mjs', weather(windy, 'Oslo: 4, Bergen: 7, Lisbon: 19, Nairobi: 24'));
  await c.call('reload_server', { server: 'weather' });
  await c.call('weather__wind', { city: 'Bergen', unit: 'knots' });
  await c.call('weather__forecast', { city: 'Bergen' });
  await c.call('weather__forecast', { city: 'Lisbon' });
  save('notes.mjs', notes.replace("tool('search'", "tool(search'"));
  await c.call('reload_server', { server: 'notes' });
  c.call('notes__search', { words: 'ferry times' });
  await sleep(300);
  return c;
}

// ---- the pictures ----

// A PNG with 256 colours, which is a third of the size.
function smaller(png) {
  const chunks = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  const header = Buffer.from(chunks[0].data);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const size = { 2: 3, 6: 4 }[header[9]]; // bytes of a pixel: colours, and perhaps opacity
  const raw = inflateSync(Buffer.concat(chunks.filter((c) => c.type === 'IDAT').map((c) => c.data)));
  const row = width * size;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < row; i++) {
      const at = y * row + i;
      const [left, up, corner] = [i < size ? 0 : pixels[at - size], y ? pixels[at - row] : 0, i < size || !y ? 0 : pixels[at - row - size]];
      const near = [left, up, corner].map((v) => Math.abs(left + up - corner - v));
      const paeth = near[0] <= near[1] && near[0] <= near[2] ? left : near[1] <= near[2] ? up : corner;
      pixels[at] = raw[y * (row + 1) + 1 + i] + [0, left, up, (left + up) >> 1, paeth][raw[y * (row + 1)]];
    }
  }
  const counts = new Map();
  const colour = (at) => pixels.readUIntBE(at, 3);
  for (let at = 0; at < pixels.length; at += size) counts.set(colour(at), (counts.get(colour(at)) ?? 0) + 1);
  const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([c]) => c);
  const far = (a, b) => [16, 8, 0].reduce((sum, bits) => sum + (((a >> bits) & 255) - ((b >> bits) & 255)) ** 2, 0);
  const nearest = new Map([...counts.keys()].map((c) => [c, palette.reduce((best, p, i) => (far(c, p) < far(c, palette[best]) ? i : best), 0)]));
  const indexed = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) indexed[y * (width + 1) + 1 + x] = nearest.get(colour(y * row + x * size));
  header[8] = 8;
  header[9] = 3;
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((c, i) => colours.writeUIntBE(c, i * 3, 3));
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(indexed, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  let sum = ~0;
  for (const byte of out.subarray(4, 8 + data.length)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  out.writeUInt32BE(~sum >>> 0, 8 + data.length);
  return out;
}

async function until(browser, condition) {
  for (let i = 0; i < 200; i++) {
    if (await browser.evaluate(condition)) return;
    await sleep(50);
  }
  throw new Error(`the page never got there: ${condition}`);
}

async function main() {
  save('weather.mjs', weather(''));
  save('notes.mjs', notes);
  const entry = (name) => ({ command: 'node', args: [`${name}.mjs`], build: `node --check ${name}.mjs` });
  save('servers.json', JSON.stringify({ mcpServers: { weather: entry('weather'), notes: entry('notes') } }));
  const session = await play();
  const ui = spawn(pitstop, ['ui', '--allow-actions'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await new Promise((resolve) => createInterface({ input: ui.stdout }).once('line', resolve));
  const browser = await start(process.env.PITSTOP_BROWSER ?? 'chromium');
  try {
    await browser.send('Emulation.setDeviceMetricsOverride', { width: 1200, height: 750, deviceScaleFactor: 1, mobile: false });
    for (const scheme of ['light', 'dark']) {
      await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await browser.send('Page.navigate', { url });
      await until(browser, `document.querySelectorAll('.row').length > 15 && document.querySelectorAll('.server .mono').length > 1`);
      await browser.evaluate(`document.querySelector('.row .crashed').click()`);
      await until(browser, `document.querySelectorAll('#detail pre').length > 2`);
      await sleep(500); // the tools are drawn after the rest
      const { data } = await browser.send('Page.captureScreenshot', { format: 'png' });
      writeFileSync(join(process.argv[2] ?? join(root, 'docs'), `ui-${scheme}.png`), smaller(Buffer.from(data, 'base64')));
    }
  } finally {
    await browser.close();
    ui.kill();
    session.end();
    await new Promise((resolve) => session.child.once('exit', resolve));
    rmSync(dir, { recursive: true, force: true });
  }
}

await main();
