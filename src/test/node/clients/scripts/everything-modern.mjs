// @modelcontextprotocol/server-everything, which knows the legacy era only, for a client that knows the modern one only:
// the steps of everything.mjs that this era has, under the same names.
import { call, callWithProgress, introduce, listEverything } from './common.mjs';

/** Messages of random level, sent by a timer. */
export const ignored = [/level.message/i, /notifications\/resources\/updated/];

export async function run(connection, t) {
  const { client } = connection;
  await introduce(connection, t);
  await listEverything(connection, t);
  // The server asks for the roots 350 ms after its handshake, by a timer: this call is what it may ask in then, and
  // no step below is interrupted.
  await connection.callTool({ name: 'trigger-long-running-operation', arguments: { duration: 0.8, steps: 1 } });

  await call(connection, t, 'echo', { message: 'grüße 日本 🚗 \u2028 "quoted" \\ \u0000' });
  await call(connection, t, 'echo', {}, 'echo without its argument');
  await call(connection, t, 'get-sum', { a: 1.5, b: -2 });
  await call(connection, t, 'get-tiny-image');
  for (const messageType of ['error', 'success', 'debug']) {
    await call(connection, t, 'get-annotated-message', { messageType, includeImage: true }, `get-annotated-message ${messageType}`);
  }
  await call(connection, t, 'get-structured-content', { location: 'Chicago' });
  await call(connection, t, 'get-resource-links', { count: 4 });
  await call(connection, t, 'get-resource-reference', { resourceType: 'Text', resourceId: 2 });
  const data = 'data:text/plain;base64,aGVsbG8gd29ybGQ=';
  await call(connection, t, 'gzip-file-as-resource', { name: 'a.gz', data, outputType: 'resource' }, 'gzip resource');
  await call(connection, t, 'no-such-tool');
  await callWithProgress(connection, t, 'trigger-long-running-operation', { duration: 0.5, steps: 5 });

  await call(connection, t, 'trigger-sampling-request', { prompt: 'say ünïcode', maxTokens: 20 });
  await call(connection, t, 'trigger-elicitation-request');
  await call(connection, t, 'trigger-url-elicitation', { url: 'https://example.com/x', elicitationId: 'e1' });
  await call(connection, t, 'trigger-url-elicitation', { url: 'https://example.com/x', elicitationId: 'e2', errorPath: true }, 'url elicitation by error');

  await t.step('prompt simple', () => client.getPrompt({ name: 'simple-prompt' }));
  await t.step('prompt args', () => client.getPrompt({ name: 'args-prompt', arguments: { city: 'Köln', state: 'NRW' } }));
  await t.step('prompt resource', () => client.getPrompt({ name: 'resource-prompt', arguments: { resourceType: 'Text', resourceId: '1' } }));
  await t.step('prompt unknown', () => client.getPrompt({ name: 'no-such-prompt' }));
  const ref = { type: 'ref/prompt', name: 'completable-prompt' };
  await t.step('complete', () => client.complete({ ref, argument: { name: 'department', value: 'S' } }));
  await t.step('complete in context', () =>
    client.complete({ ref, argument: { name: 'name', value: '' }, context: { arguments: { department: 'Sales' } } }),
  );
  await t.step('complete a template', () =>
    client.complete({ ref: { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' }, argument: { name: 'resourceId', value: '1' } }),
  );

  await t.step('read text', () => client.readResource({ uri: 'demo://resource/dynamic/text/1' }));
  await t.step('read blob', () => client.readResource({ uri: 'demo://resource/dynamic/blob/2' }));
  await t.step('read static', () => client.readResource({ uri: 'demo://resource/static/document/features.md' }));
  await t.step('read unknown', () => client.readResource({ uri: 'demo://nothing' }));
  const subscription = await client.listen({ resourceSubscriptions: ['demo://resource/dynamic/text/1'] });
  await call(connection, t, 'toggle-subscriber-updates', {}, 'updates on');
  await t.seen('notifications/resources/updated', (p) => p.uri === 'demo://resource/dynamic/text/1');
  await call(connection, t, 'toggle-subscriber-updates', {}, 'updates off');
  await subscription.close();
  await t.step('unknown method', () => connection.raw('no/such/method', {}));
}
