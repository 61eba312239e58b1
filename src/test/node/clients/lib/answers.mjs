// What the test clients answer when a server asks them something.

export const ROOTS = { roots: [{ uri: 'file:///srv/größe', name: 'größe' }] };

export function sampled(params) {
  const asked = params.messages.at(-1).content;
  return {
    role: 'assistant',
    model: 'test-model',
    stopReason: 'endTurn',
    content: { type: 'text', text: `answer to ${asked.text ?? JSON.stringify(asked)} \u2028 🚗` },
  };
}

export function elicited(params) {
  if (params.mode === 'url') return { action: 'accept' };
  const required = params.requestedSchema?.required ?? [];
  const content = Object.fromEntries(required.map((name) => [name, `value of ${name}`]));
  return { action: 'accept', content };
}
