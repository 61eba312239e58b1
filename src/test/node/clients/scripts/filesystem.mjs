// @modelcontextprotocol/server-filesystem over an empty folder, whose path comes in WORK_DIR.
import { call, introduce, listEverything } from './common.mjs';

/** The server reports the client's roots, which do not exist here. */
export const ignored = [];

export async function run(connection, t, { dir }) {
  await introduce(connection, t);
  await listEverything(connection, t);
  const at = (name) => `${dir}/${name}`;
  await call(connection, t, 'list_allowed_directories');
  await call(connection, t, 'create_directory', { path: at('sub/größe') });
  await call(connection, t, 'write_file', { path: at('sub/a.txt'), content: 'one\ntwo 日本 🚗\nthree\n' });
  await call(connection, t, 'read_text_file', { path: at('sub/a.txt') });
  await call(connection, t, 'read_text_file', { path: at('sub/a.txt'), head: 1 }, 'read head');
  await call(connection, t, 'edit_file', { path: at('sub/a.txt'), edits: [{ oldText: 'one', newText: '1' }], dryRun: true }, 'edit dry run');
  await call(connection, t, 'edit_file', { path: at('sub/a.txt'), edits: [{ oldText: 'one', newText: '1' }] });
  await call(connection, t, 'read_media_file', { path: at('sub/a.txt') });
  await call(connection, t, 'read_multiple_files', { paths: [at('sub/a.txt'), at('missing')] });
  await call(connection, t, 'move_file', { source: at('sub/a.txt'), destination: at('b.txt') });
  await call(connection, t, 'list_directory', { path: dir });
  await call(connection, t, 'directory_tree', { path: dir });
  await call(connection, t, 'search_files', { path: dir, pattern: '**/*.txt' });
  await call(connection, t, 'write_file', { path: at('big.txt'), content: 'é'.repeat(200_000) }, 'write big');
  await call(connection, t, 'read_text_file', { path: at('big.txt') }, 'read big');
  await call(connection, t, 'read_text_file', { path: '/etc/passwd' }, 'read outside');
  await call(connection, t, 'read_text_file', { path: at('missing') }, 'read missing');
}
