// A developer's round in one of projects/: break the source, recompile, mend it with one tool more,
// recompile, call that tool. The working folder is a copy of the project.
import fs from 'node:fs';
import path from 'node:path';
import { call } from './common.mjs';

export const ignored = [];

export async function run(connection, t, { dir }) {
  const { client, era } = connection;
  const { file, marker, broken, good } = JSON.parse(fs.readFileSync(path.join(dir, 'edits.json'), 'utf8'));
  const source = path.join(dir, file);
  const original = fs.readFileSync(source, 'utf8');
  const edit = (text) => fs.writeFileSync(source, original.replace(marker, () => text));

  await t.step('tools', () => client.listTools());
  if (era === 'modern') await client.listen({ toolsListChanged: true });
  await call(connection, t, 'greet', { who: 'Ada' });
  edit(broken);
  await call(connection, t, 'recompile', {}, 'recompile of the broken source');
  await call(connection, t, 'greet', { who: 'Bob' }, 'greet after that');
  edit(good);
  await call(connection, t, 'recompile', {}, 'recompile of the good source');
  await t.seen('notifications/tools/list_changed');
  await t.step('tools after that', () => client.listTools());
  await call(connection, t, 'farewell', { who: 'Cleo' });
}
