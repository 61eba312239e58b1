// mcp-proxy in front of a stdio server of ours: `--port N`; `--stateless` without sessions. It
// serves `/mcp`, and HTTP+SSE at `/sse`.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseOptions } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), ['stateless'], ['port']);
const server = fileURLToPath(new URL('sdk1.mjs', import.meta.url));
const root = path.dirname(createRequire(import.meta.url).resolve('mcp-proxy/package.json'));
process.argv.splice(
  2,
  Infinity,
  ...['--host', '127.0.0.1', '--port', options.port, ...(options.stateless ? ['--stateless'] : [])],
  ...['--', process.execPath, server],
);
await import(pathToFileURL(path.join(root, 'dist/bin/mcp-proxy.mjs')));
