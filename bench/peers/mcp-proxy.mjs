// mcp-proxy as a client of a URL: the package has it as a function only, which does not end with its stdin.
import { ServerType, startStdioServer } from 'mcp-proxy';

await startStdioServer({ serverType: ServerType.HTTPStream, url: process.argv[2] });
process.stdin.on('end', () => process.exit(0));
