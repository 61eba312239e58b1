// mcp-proxy in front of a stdio server of ours: `--port N`; `--stateless` without sessions. It
// serves `/mcp`, and HTTP+SSE at `/sse`.
import { fileURLToPath } from 'node:url';
import { parseOptions } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), ['stateless'], ['port']);
const server = fileURLToPath(new URL('sdk1.mjs', import.meta.url));
// The package's entry point is the library; the command lies beside it.
const command = new URL('../node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs', import.meta.url);
process.argv.splice(
  2,
  Infinity,
  ...['--host', '127.0.0.1', '--port', options.port, ...(options.stateless ? ['--stateless'] : [])],
  ...['--', process.execPath, server],
);
await import(command);
