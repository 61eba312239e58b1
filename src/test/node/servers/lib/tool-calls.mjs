// What the tools of the scripted server do.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { rawValue, writeFully } from './wire.mjs';

const textResult = (text) => ({ content: [{ type: 'text', text }] });
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** A cancellation arrived: do what the call in question said it would do. */
export function onCancelled(server, rawId) {
  const cancelled = server.open.get(rawId);
  server.open.delete(rawId);
  cancelled?.();
}

export async function callTool(server, rawId, params, line) {
  const args = params.arguments ?? {};
  const ok = (text) => server.reply(rawId, textResult(text));
  if (server.options['count-file']) fs.appendFileSync(server.options['count-file'], `${params.name}\n`);
  server.open.set(rawId, () => {});
  const still = () => server.open.has(rawId);

  switch (params.name) {
    case 'echo':
      return ok(String(args.text));
    case 'length':
      return ok(String(args.text.length));
    case 'sleep':
      return void setTimeout(() => still() && ok(`slept ${args.ms}`), args.ms);
    case 'wait_for_file': {
      const timer = setInterval(() => {
        if (!still()) clearInterval(timer);
        else if (fs.existsSync(args.path)) {
          clearInterval(timer);
          ok(`found, spawn ${server.spawn}`);
        }
      }, 5);
      return;
    }
    case 'crash':
      return crash(args);
    case 'pid':
      return ok(JSON.stringify({ pid: process.pid, spawn: server.spawn }));
    case 'counter':
      return ok(String(fs.readFileSync(server.options['count-file'], 'utf8').split('\n').filter((l) => l === 'counter').length));
    case 'crash_once':
    case 'readonly_crash_once': {
      const marker = server.stateFile(`${params.name}.done`);
      if (fs.existsSync(marker)) return ok(`fine the second time, spawn ${server.spawn}`);
      fs.writeFileSync(marker, '');
      return crash({ mode: 'exit', code: 3, stderr: `${params.name} crashes the first time` });
    }
    case 'idempotent_crash_always':
      return crash({ mode: 'exit', code: 5, stderr: 'crashes every time' });
    case 'close_stdout':
      // Keeps the process alive, and its stdin read, with nobody able to hear it.
      setInterval(() => {}, 1000);
      return fs.closeSync(1);
    case 'stop_self':
      return process.kill(process.pid, 'SIGSTOP');
    case 'stop_reading':
      ok('not reading any more');
      return server.stopReading();
    case 'banner':
      if (args.bytes) {
        server.writeRaw('y'.repeat(args.bytes) + '\n');
        return ok('a long banner written');
      }
      server.writeRaw('I am a banner, not a message\n\n{"level":30,"msg":"pretty log"}\n{"jsonrpc":"2.0","id":\n');
      return ok('banner written');
    case 'half_line': {
      const reply = server.replyLine(rawId, 'result', textResult('you will not see the end of this'));
      server.writeRaw(reply.slice(0, reply.length / 2));
      return process.exit(args.code ?? 4);
    }
    case 'no_newline':
      server.writeRaw(server.replyLine(rawId, 'result', textResult('no newline')).trimEnd());
      return process.exit(0);
    case 'flood_stderr': {
      const block = `${'stderr flood '.repeat(9)}\n`.repeat(560);
      for (let left = args.mb * 1024 * 1024; left > 0; left -= block.length) writeFully(2, block);
      return ok(`flooded ${args.mb} MB`);
    }
    case 'stderr':
      writeFully(2, `${args.line}\n`);
      return ok('written');
    case 'big':
      return ok('x'.repeat(args.bytes));
    case 'invalid_utf8': {
      const [before, after] = server.replyLine(rawId, 'result', textResult('bad byte: @')).split('@');
      server.open.delete(rawId);
      return server.writeRaw(Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]));
    }
    case 'split_utf8':
      return splitUtf8(server, rawId);
    case 'duplicate_reply':
      ok('first');
      return ok('second');
    case 'unsolicited':
      server.send({ jsonrpc: '2.0', id: 987654, result: textResult('nobody asked') });
      server.send({ jsonrpc: '2.0', id: 'nobody', error: { code: -32000, message: 'nobody asked' } });
      server.send({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
      return ok('after the unsolicited ones');
    case 'orphan_reply':
      return orphanReply(server, rawId, args);
    case 'progress':
      return progress(server, rawId, args, rawValue(line, ['params', '_meta', 'progressToken']));
    case 'log':
      for (const level of LEVELS.slice(LEVELS.indexOf(server.level))) {
        server.notify('notifications/message', { level, logger: 'scripted', data: `a ${level} message` });
      }
      return ok(server.level);
    case 'ask_client': {
      const id = args.raw_id ?? JSON.stringify(`srv-${server.nextId++}`);
      const answer = server.ask(args.method, args.params, id);
      if (args.cancel) {
        server.asked.delete(id);
        server.writeRaw(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"changed my mind"}}\n`);
        return ok('asked and cancelled');
      }
      return ok(await answer);
    }
    case 'never':
      // on_cancel: silent (what the specification wants), reply (a late answer), crash.
      server.open.set(rawId, () => {
        if (args.on_cancel === 'reply') ok('a reply to a cancelled call');
        if (args.on_cancel === 'crash') crash({ code: 2, stderr: 'crashed on cancellation' });
      });
      return;
    case 'spawn_child':
      return spawnChild(args.mode, (pid) => ok(String(pid)));
    case 'env':
      return ok(args.name === undefined ? JSON.stringify(process.env) : String(process.env[args.name]));
    case 'cwd':
      return ok(process.cwd());
    case 'add_tool':
      server.tools.push({ name: args.name, description: 'added at run time', inputSchema: { type: 'object' } });
      server.notify('notifications/tools/list_changed');
      return ok(`added ${args.name}`);
    case 'remove_tool':
      server.tools = server.tools.filter((t) => t.name !== args.name);
      server.notify('notifications/tools/list_changed');
      return ok(`removed ${args.name}`);
    case 'update_resource':
      if (server.subscriptions.has(args.uri)) server.notify('notifications/resources/updated', { uri: args.uri });
      return ok(JSON.stringify([...server.subscriptions]));
    case 'list_changed':
      server.notify(`notifications/${args.kind}/list_changed`);
      return ok('sent');
    case 'is_error':
      return server.reply(rawId, { ...textResult('the tool says no'), isError: server.spawn >= (args.from_spawn ?? 1) });
    case 'error':
      return server.fail(rawId, args.code, args.message, { detail: 'kept' });
    case 'structured':
      return server.reply(rawId, {
        content: [{ type: 'text', text: '{"n":1}', annotations: { priority: 0.5 } }],
        structuredContent: { n: 1 },
        unknownMember: { survives: true },
        _meta: { 'dev.pitstop/test': 1 },
      });
    default:
      if (!server.tools.some((t) => t.name === params.name)) {
        return server.fail(rawId, -32602, `Unknown tool: ${params.name}`);
      }
      return ok(`${params.name} of the backend, spawn ${server.spawn}`);
  }
}

function crash({ mode = 'exit', code = 1, stderr }) {
  if (stderr !== undefined) writeFully(2, `${stderr}\n`);
  switch (mode) {
    case 'exit':
      return process.exit(code);
    case 'sigkill':
      return process.kill(process.pid, 'SIGKILL');
    case 'sigsegv':
      return process.kill(process.pid, 'SIGSEGV');
    case 'throw':
      // Outside the promise of the call, so that Node prints a stack trace and exits with 1.
      return void setImmediate(() => {
        throw new Error('boom in the scripted server');
      });
    default:
      throw new Error(`unknown crash mode ${mode}`);
  }
}

function splitUtf8(server, rawId) {
  server.open.delete(rawId);
  const bytes = Buffer.from(server.replyLine(rawId, 'result', textResult('grün 日本 🚗 end')));
  let at = 0;
  const next = () => {
    server.writeRaw(bytes.subarray(at, at + 1));
    if (++at < bytes.length) setImmediate(next);
  };
  next();
}

function orphanReply(server, rawId, args) {
  const line = server.replyLine(rawId, 'result', textResult('a late reply of the generation before'));
  const script = 'i=0; while [ ! -e "$1" ] && [ $i -lt 1200 ]; do sleep 0.05; i=$((i+1)); done; printf "%s" "$2"';
  spawn('sh', ['-c', script, 'orphan', args.path, line], { stdio: ['ignore', 'inherit', 'ignore'], detached: true });
  crash({ code: 11, stderr: 'left an orphan behind' });
}

function progress(server, rawId, args, rawToken) {
  for (let i = 1; i <= args.n; i++) {
    for (const token of [args.foreign === undefined ? undefined : JSON.stringify(args.foreign), rawToken]) {
      if (token === undefined) continue;
      server.writeRaw(
        `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${i},"total":${args.n},"message":"step ${i}"}}\n`,
      );
    }
  }
  server.reply(rawId, textResult(`token ${rawToken}`));
}

/** Descendants of every kind a real server leaves: direct, reparented, in a session of their own. */
function spawnChild(mode, done) {
  const sleeper = ['600'];
  switch (mode) {
    case 'plain':
      return done(spawn('sleep', sleeper, { stdio: 'ignore' }).pid);
    case 'inherit':
      // Holds our stdout and stderr open: end of file does not come when this server dies.
      return done(spawn('sleep', sleeper, { stdio: ['ignore', 'inherit', 'inherit'] }).pid);
    case 'setsid':
      return done(spawn('sleep', sleeper, { stdio: 'ignore', detached: true }).pid);
    case 'ignore_term':
      return done(spawn('sh', ['-c', 'trap "" TERM HUP INT; while :; do sleep 1; done'], { stdio: 'ignore' }).pid);
    case 'double_fork': {
      const sh = spawn('sh', ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!'], { stdio: ['ignore', 'pipe', 'ignore'] });
      let out = '';
      sh.stdout.on('data', (d) => (out += d));
      return sh.on('close', () => done(out.trim()));
    }
    default:
      throw new Error(`unknown child mode ${mode}`);
  }
}
