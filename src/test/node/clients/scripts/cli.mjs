// src/test/cli/tool.py as a command-line program behind Pitstop; its path is the command's last word.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { call, introduce } from './common.mjs';

export const ignored = [];

const AGAIN_MS = 500;

/** Saves as careful editors do. */
function save(file, text) {
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** Adds a tool to the program; saved again and again, as the watcher may start to look only now. */
async function grow(program, seen) {
  const tools = '[{"name": "fresh", "cli_command": ["count", "fresh"]}]';
  let text = readFileSync(program, 'utf8').replace('MORE_TOOLS = []', `MORE_TOOLS = ${tools}`);
  save(program, text);
  const timer = setInterval(() => save(program, (text += '#\n')), AGAIN_MS);
  try {
    await seen();
  } finally {
    clearInterval(timer);
  }
}

export async function run(connection, t, { args }) {
  const { client, era } = connection;
  const program = args.at(-1);
  await introduce(connection, t);
  await t.step('tools/list', () => client.listTools());
  let subscription;
  if (era === 'modern') subscription = await client.listen({ toolsListChanged: true });
  await call(connection, t, 'echo', { text: 'grüße $(id); 日本 🚗 \u2028' });
  await call(connection, t, 'leave', { code: 3, out: 'half done', err: 'disk full' });
  await call(connection, t, 'count', { key: '--delete' }, 'refused');
  await call(connection, t, 'cat', { file: 'out' });
  await call(connection, t, 'no_such_tool');
  await t.step('parallel', () =>
    Promise.all(Array.from({ length: 20 }, (_, i) => connection.callTool({ name: 'count', arguments: { key: `k${i}` } }))),
  );
  await t.step('call steps with progress', async () => {
    const before = t.progress.length;
    const go = () => writeFileSync(join(dirname(program), 'go'), '');
    const result = await connection.callTool({ name: 'steps', arguments: { n: 3 } }, { onprogress: go });
    return { result, progress: t.progress.slice(before) };
  });
  await grow(program, () => t.seen('notifications/tools/list_changed'));
  await t.step('tools/list after the save', () => client.listTools());
  await call(connection, t, 'fresh');
  if (subscription) await subscription.close();
}
