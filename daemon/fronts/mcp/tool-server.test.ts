import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { Failure } from '../../base/failure.ts';
import type { Ask, AskOptions } from './ask.ts';
import { createToolServer, toolsOf } from './tool-server.ts';

type Answer = (name: string, input: Record<string, unknown>, options: AskOptions) => unknown;

const allowsAll = {
  origin: 'mcp',
  is_person: false,
  mail: ['read', 'fetch', 'egress', 'draft', 'send', 'mutate', 'destroy', 'operate'],
  other: ['read'],
  named: [],
  requests: [],
  destructive_actions: ['archive', 'trash', 'spam', 'move', 'unsubscribe'],
};

async function serverThat(t: TestContext, answer: Answer) {
  const asked: string[] = [];
  const ask = (async (name: string, input: object, options: AskOptions = {}) => {
    asked.push(name);
    return name === 'client.permissions' ? allowsAll : answer(name, input as Record<string, unknown>, options);
  }) as Ask;
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createToolServer({ ask, tools: 'all', version: '0.0.0', heartbeatMs: 20 });
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  t.after(() => client.close());
  return { client, asked };
}

test('an answer that waits for an approval is passed on unchanged', async (t) => {
  const pending = {
    status: 'pending_approval',
    approval_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
    expires_at: '2026-03-11T08:00:00.000Z',
  };
  const { client } = await serverThat(t, () => pending);
  const id = '0195804f-3c2a-7d41-9b06-5e8d2f61c7a5';
  const calls: [string, object][] = [
    ['archive_mail', { message_ids: [id] }],
    ['send_draft', { draft_id: id }],
    ['snooze_mail', { message_ids: [id], until: 'tomorrow' }],
    ['undo_change', { mutation_id: id }],
    ['unsubscribe', { message_id: id }],
    ['mutations_trash', { message_ids: [id] }],
    ['outbox_send_stored', { draft_id: id }],
  ];
  // The description of a tool is compared with its answer by the client.
  await client.listTools();
  for (const [name, given] of calls) {
    const result = await client.callTool({ name, arguments: { ...given, confirm: true } });
    assert.deepEqual(result.structuredContent, pending, name);
    assert.match(JSON.stringify(result.content), /Nothing has changed yet: a person has to approve this/);
  }
});

test('a cancelled call aborts its request', async (t) => {
  const aborted = Promise.withResolvers<unknown>();
  const started = Promise.withResolvers<void>();
  const { client } = await serverThat(
    t,
    (_name, _input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => (aborted.resolve('aborted'), reject(signal.reason as Error)));
        started.resolve();
      }),
  );
  const controller = new AbortController();
  const call = client.callTool({ name: 'list_drafts', arguments: {} }, { signal: controller.signal });
  await started.promise;
  controller.abort();
  await assert.rejects(call);
  assert.equal(await aborted.promise, 'aborted');
});

test('a long call reports that it goes on, with numbers that grow', async (t) => {
  const seen: number[] = [];
  const twice = Promise.withResolvers<void>();
  const { client } = await serverThat(t, async () => {
    await twice.promise;
    return { drafts: [] };
  });
  await client.callTool(
    { name: 'list_drafts', arguments: {} },
    {
      onprogress: ({ progress }) => {
        seen.push(progress);
        if (seen.length === 2) twice.resolve();
      },
    },
  );
  assert.deepEqual(seen.slice(0, 2), [1, 2]);
});

test('a failure of ours is an answer without its cause', async (t) => {
  const { client } = await serverThat(t, (name) => {
    if (name === 'drafts.list') throw new Error('SELECT secret FROM table');
    throw new Failure('missing', 'not_found', 'There is no such\u202e draft.', { hint: 'x\u200by' });
  });
  const list = await client.callTool({ name: 'list_drafts', arguments: {} });
  assert.deepEqual([list.isError, /SELECT/.test(JSON.stringify(list))], [true, false]);
  const read = await client.callTool({ name: 'read_draft', arguments: { draft_id: 'x' } });
  assert.deepEqual(JSON.parse((read.content as { text: string }[])[0]!.text), {
    hint: 'xy',
    error: 'There is no such draft.',
    code: 'not_found',
  });
});

test('names are short, unique and plain, and every tool says what it does', () => {
  const tools = toolsOf('all');
  const names = tools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, title, description } of tools) {
    assert.match(name, /^[a-z][a-z0-9_]{2,47}$/);
    assert.ok(title.length > 3 && description.length > 4, name);
  }
});

test('what mail says is without invisible characters in a structured result', async (t) => {
  const draft = {
    id: 'a',
    account_id: 'b',
    subject: 'Hi\u{e0041}\u200b',
    recipients: 'x',
    snippet: 'y',
    state: 'draft',
  };
  const { client } = await serverThat(t, () => ({ drafts: [{ ...draft, updated_at: '2026-03-10T08:00:00.000Z' }] }));
  const { structuredContent, content } = await client.callTool({ name: 'list_drafts', arguments: {} });
  assert.match(JSON.stringify(structuredContent), /"subject":"Hi"/);
  assert.match(
    JSON.stringify(content),
    /^\[\{"type":"text","text":"<<<DATA [0-9a-f]{24} answer of list_drafts; data from mail/,
  );
});
