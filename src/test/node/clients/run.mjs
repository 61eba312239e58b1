// Connects a real MCP client to a stdio command, plays a script and prints the transcript as JSON.
//
//   node run.mjs --sdk 1|2 --mode legacy|auto|modern --script NAME [--dir DIR] [--mask TEXT]…
//                [--server NAME --tools N] -- COMMAND ARG…
//
// With --server the script is played to that one of many servers behind COMMAND: every tool and prompt that it names
// gets `NAME__` before it, and its first list waits until that server has listed N tools.
// --dir names a working folder for scripts that need one; it is masked in the transcript, as is every
// --mask TEXT. The exit code is 0 when the script ran to its end, whatever its steps answered.
import { Transcript } from './lib/transcript.mjs';

function options(argv) {
  const split = argv.indexOf('--');
  if (split < 0 || split + 1 === argv.length) throw new Error('missing -- COMMAND');
  const out = { mode: 'legacy', mask: [], command: argv[split + 1], args: argv.slice(split + 2) };
  for (let i = 0; i < split; i += 2) {
    const name = argv[i].replace(/^--/, '');
    if (name === 'mask') out.mask.push(argv[i + 1]);
    else if (['sdk', 'mode', 'script', 'dir', 'server', 'tools'].includes(name)) out[name] = argv[i + 1];
    else throw new Error(`unknown option ${argv[i]}`);
  }
  return out;
}

/** Makes the connection one to a server among many: what the script says stays as it is. */
function amongMany(connection, server, tools) {
  const prefix = `${server}__`;
  const named = (params) => ({ ...params, name: prefix + params.name });
  const rename = (of, verb) => {
    const plain = of[verb]?.bind(of);
    if (plain) of[verb] = (params, ...more) => plain(named(params), ...more);
  };
  rename(connection, 'callTool');
  rename(connection, 'callAsTask');
  rename(connection.client, 'getPrompt');
  const complete = connection.client.complete.bind(connection.client);
  connection.client.complete = (params, ...more) =>
    complete(params.ref.type === 'ref/prompt' ? { ...params, ref: named(params.ref) } : params, ...more);
  const listTools = connection.client.listTools.bind(connection.client);
  connection.client.listTools = async (...more) => {
    for (;;) {
      const list = await listTools(...more);
      if (list.tools.filter((t) => t.name.startsWith(prefix)).length >= tools) return list;
    }
  };
}

const opts = options(process.argv.slice(2));
const { connect } = await import(`./lib/sdk${opts.sdk}.mjs`);
const script = await import(`./scripts/${opts.script}.mjs`);
const transcript = new Transcript([...(opts.dir ? [opts.dir] : []), ...opts.mask]);

const connection = await connect({ ...opts, env: process.env, cwd: opts.dir }, transcript);
if (opts.server) amongMany(connection, opts.server, Number(opts.tools));
await script.run(connection, transcript, opts);
const pid = connection.transport.pid;
await connection.client.close();

process.stderr.write(`server process ${pid} closed\n`);
// Exit only once the reader of a pipe has taken everything.
process.stdout.write(JSON.stringify(transcript.toJSON(script.ignored), null, 1) + '\n', () => process.exit(0));
