// supergateway in front of a stdio server of ours: `--port N`; `--stateful` for sessions.
import { fileURLToPath } from 'node:url';
import { parseOptions } from './lib/wire.mjs';

const options = parseOptions(process.argv.slice(2), ['stateful'], ['port']);
const server = fileURLToPath(new URL('sdk1.mjs', import.meta.url));
process.argv.splice(
  2,
  Infinity,
  ...['--stdio', `"${process.execPath}" "${server}"`, '--outputTransport', 'streamableHttp', '--port', options.port],
  ...(options.stateful ? ['--stateful'] : []),
);
// The package has a command and no entry point.
await import(new URL('../node_modules/supergateway/dist/index.js', import.meta.url));
