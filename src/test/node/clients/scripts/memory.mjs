// @modelcontextprotocol/server-memory with MEMORY_FILE_PATH in an empty folder.
import { call, introduce, listEverything } from './common.mjs';

export const ignored = [];

export async function run(connection, t) {
  await introduce(connection, t);
  await listEverything(connection, t);
  const entities = [
    { name: 'Ada', entityType: 'person', observations: ['wrote notes'] },
    { name: '日本 🚗', entityType: 'thing', observations: [] },
  ];
  await call(connection, t, 'create_entities', { entities });
  await call(connection, t, 'create_relations', { relations: [{ from: 'Ada', to: '日本 🚗', relationType: 'knows' }] });
  await call(connection, t, 'add_observations', { observations: [{ entityName: 'Ada', contents: ['was first', 'wrote notes'] }] });
  await call(connection, t, 'add_observations', { observations: [{ entityName: 'nobody', contents: ['x'] }] }, 'observe nobody');
  await call(connection, t, 'read_graph');
  await call(connection, t, 'search_nodes', { query: 'ada' });
  await call(connection, t, 'open_nodes', { names: ['日本 🚗'] });
  await call(connection, t, 'delete_observations', { deletions: [{ entityName: 'Ada', observations: ['was first'] }] });
  await call(connection, t, 'delete_relations', { relations: [{ from: 'Ada', to: '日本 🚗', relationType: 'knows' }] });
  await call(connection, t, 'delete_entities', { entityNames: ['Ada'] });
  await call(connection, t, 'read_graph', {}, 'read graph at the end');
  // Several in flight at once: answers must find their own requests.
  await t.step('parallel', () =>
    Promise.all(Array.from({ length: 20 }, (_, i) => connection.callTool({ name: 'search_nodes', arguments: { query: `q${i}` } }))),
  );
}
