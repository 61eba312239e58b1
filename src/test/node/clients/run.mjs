// Connects a real MCP client to a stdio command, plays a script and prints the transcript as JSON.
//
//   node run.mjs --sdk 1|2 --mode legacy|auto|modern --script NAME [--dir DIR] [--mask TEXT]… -- COMMAND ARG…
//
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
    else if (['sdk', 'mode', 'script', 'dir'].includes(name)) out[name] = argv[i + 1];
    else throw new Error(`unknown option ${argv[i]}`);
  }
  return out;
}

const opts = options(process.argv.slice(2));
const { connect } = await import(`./lib/sdk${opts.sdk}.mjs`);
const script = await import(`./scripts/${opts.script}.mjs`);
const transcript = new Transcript([...(opts.dir ? [opts.dir] : []), ...opts.mask]);

const connection = await connect({ ...opts, env: process.env, cwd: opts.dir }, transcript);
await script.run(connection, transcript, opts);
const pid = connection.transport.pid;
await connection.client.close();

process.stderr.write(`server process ${pid} closed\n`);
// Exit only once the reader of a pipe has taken everything.
process.stdout.write(JSON.stringify(transcript.toJSON(script.ignored), null, 1) + '\n', () => process.exit(0));
