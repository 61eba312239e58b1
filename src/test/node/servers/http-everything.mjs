// The official "everything" server in its mode streamableHttp: `--port N`. It says on stderr where
// it listens.
import { parseOptions } from './lib/wire.mjs';

process.env.PORT = parseOptions(process.argv.slice(2), [], ['port']).port;
await import('@modelcontextprotocol/server-everything/dist/transports/streamableHttp.js');
