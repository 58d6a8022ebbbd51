import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { watchDatabases } from '../contract/database-watch.ts';
import { bob, ada, mail } from '../../daemon/test-daemon.ts';
import { until } from '../../daemon/test-until.ts';
import { connectHttp, connectStdio, ownerToken, toolDaemon, type TestClient, type ToolDaemon } from './tool-daemon.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64');

function deliver({ control }: ReturnType<ToolDaemon['daemon']['server']>): void {
  const eve = 'Eve <eve@friends.example>';
  control.deliver(mail({ from: eve, subject: 'Boat', text: 'Shall we sail on Friday?', id: 'a@x' }));
  control.deliver(mail({ from: eve, subject: 'Rope', text: 'I found the rope.', id: 'b@x', minutesAgo: 50 }));
  const parts = [
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the picture.',
    `--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="sail.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${png.toString('base64')}`,
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="big.bin"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(5_000_100).toString('base64')}`,
    '--b--',
  ];
  control.deliver(
    mail({
      from: eve,
      subject: 'Sail',
      text: parts.join('\r\n'),
      headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
      minutesAgo: 40,
    }),
  );
}

describe('the tool server', () => {
  const cleanups: (() => unknown)[] = [];
  const suite = { after: (close: () => unknown) => void cleanups.push(close) };
  let tools: ToolDaemon;
  let token: string;
  let client: TestClient;

  before(async () => {
    tools = await toolDaemon(suite, {
      accounts: [ada, bob],
      prepare: (servers) => deliver(servers.get('ada')!),
    });
    token = await tools.token();
    client = await connectHttp(suite, 'v2', { url: tools.url, token });
  });
  after(async () => {
    for (const close of cleanups.toReversed()) await close();
  });

  const found = async (query: string) =>
    (
      (await client.call('search_mail', { query, scope: 'messages' })).structuredContent as {
        mail: { id: string; thread_id: string; subject: string }[];
      }
    ).mail;

  test('both clients, both eras and both transports offer the same tools and give the same answers', async (t) => {
    const offers = [];
    for (const kind of ['v1', 'v2'] as const) {
      for (const each of [
        await connectHttp(t, kind, { url: tools.url, token }),
        await connectStdio(t, kind, { socketPath: tools.socketPath }),
        await connectStdio(t, kind, { socketPath: tools.socketPath, token }),
      ]) {
        offers.push((await each.listTools()).tools);
        const { structuredContent } = await each.call('search_mail', { query: 'boat' });
        assert.equal((structuredContent as { total: number }).total, 1);
        const { prompts } = await each.raw.listPrompts();
        assert.equal(prompts.length, 3);
      }
    }
    for (const offer of offers) assert.deepEqual(offer, offers[0]);
    assert.equal(client.raw.getNegotiatedProtocolVersion(), '2026-07-28');
  });

  test('initialize answers with the revision that the client asks for', async () => {
    for (const protocolVersion of ['2025-11-25', '2025-06-18']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
      const response = await fetch(tools.url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
      assert.equal(response.status, 200);
      assert.match(await response.text(), new RegExp(`"protocolVersion":"${protocolVersion}"`));
    }
  });

  test('the guard of the bridge comes first, and only the token of a tool opens it (checklist 77)', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const statusOf = async (headers: Record<string, string>, method = 'POST') =>
      (
        await fetch(tools.url, {
          method,
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
          ...(method === 'POST' && { body }),
        })
      ).status;
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    const otherTokens = await Promise.all(['agent', 'script'].map((origin) => tools.token({ origin })));
    assert.equal(await statusOf(bearer(token)), 200);
    assert.equal(await statusOf({}), 401);
    assert.equal(await statusOf(bearer('ph_unknown')), 401);
    assert.equal(await statusOf(bearer(ownerToken)), 403);
    assert.equal(await statusOf({ ...bearer(ownerToken), 'x-client-kind': 'mcp' }), 403);
    for (const other of otherTokens) assert.equal(await statusOf(bearer(other)), 403);
    assert.equal(await statusOf({ ...bearer(token), origin: 'https://evil.example' }), 403);
    assert.equal(await statusOf({ ...bearer(token), 'content-type': 'text/plain' }), 415);
    assert.equal(await statusOf(bearer(token), 'GET'), 405);
  });

  test('a tool offers what its token allows, and more with each tier', async (t) => {
    const namesWith = async (fields: object, tier = 'default') => {
      const each = await connectHttp(t, 'v2', { url: `${tools.url}?tools=${tier}`, token: await tools.token(fields) });
      return (await each.listTools()).tools.map(({ name }) => name);
    };
    const core = await namesWith({}, 'core');
    assert.deepEqual(core, ['search_mail', 'list_mailbox', 'read_thread', 'read_message', 'mail_status', 'save_draft']);
    const usual = await namesWith({});
    assert.ok(usual.length >= 20 && usual.length <= 30);
    const all = await namesWith({}, 'all');
    assert.ok(all.length > 200 && usual.every((name) => all.includes(name)));
    assert.ok(!all.some((name) => /^(tokens|backup|import|secrets|repair)_|attachments_(open|download)/.test(name)));

    const reading = await namesWith({ scopes: ['read'] });
    assert.ok(reading.includes('read_thread') && !reading.includes('save_draft') && !reading.includes('archive_mail'));
    const drafting = await namesWith({ scopes: ['draft'] });
    assert.ok(drafting.includes('save_draft') && !drafting.includes('send_draft'));
    const named = await namesWith({ requests: ['mutations.star'] }, 'all');
    assert.deepEqual(named.toSorted(), ['mutations_star', 'star_mail']);
  });

  test('every tool has a title, annotations, and schemas of its input and of its structured result', async (t) => {
    const every = await connectHttp(t, 'v2', { url: `${tools.url}?tools=all`, token });
    for (const { name, title, annotations, inputSchema, outputSchema } of (await every.listTools()).tools) {
      assert.ok((title ?? '').length > 3, name);
      assert.equal(Object.keys(annotations ?? {}).length, 5, name);
      for (const schema of [inputSchema, outputSchema])
        assert.equal((schema as { type?: string }).type, 'object', name);
    }
    assert.equal((await client.listTools()).tools.length, 27);
    // Clients compare each answer with its schema once they have listed the tools.
    const [message] = await found('subject:boat');
    const given = { message_id: message!.id, thread_id: message!.thread_id, query: 'boat', limit: 5 };
    for (const name of ['list_mailbox', 'read_thread', 'read_message', 'mail_status', 'list_accounts', 'list_labels'])
      assert.ok((await client.call(name, given)).structuredContent, name);
    for (const name of ['find_contact', 'list_drafts', 'list_todos'])
      assert.ok((await client.call(name, given)).structuredContent, name);
  });

  test('annotations follow the effect of the requests', async () => {
    const offered = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool.annotations as object]));
    const hints = (name: string) => Object.values(offered.get(name) ?? {}).slice(1);
    assert.deepEqual(Object.keys(offered.get('search_mail') ?? {}), [
      'title',
      'readOnlyHint',
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
    ]);
    assert.deepEqual(hints('search_mail'), [true, false, true, false]);
    assert.deepEqual(hints('trash_mail'), [false, true, true, false]);
    assert.deepEqual(hints('star_mail'), [false, false, false, false]);
    assert.deepEqual(hints('send_draft'), [false, true, false, true]);
    assert.deepEqual(hints('save_draft'), [false, false, false, false]);
  });

  test('a tool call without confirm=true changes nothing and previews; "true", 1 and yes are not true (checklist 89)', async (t) => {
    // Before the program starts, which may take longer than the bridge keeps an idle connection.
    const given = await argumentsForAll();
    const every = await connectStdio(t, 'v1', { socketPath: tools.socketPath, token, tools: 'all' });
    const { tools: offered } = await every.listTools();
    const changing = offered.filter(
      ({ inputSchema }) => 'confirm' in (inputSchema as { properties: object }).properties,
    );
    assert.ok(changing.length > 80);
    const databases = watchDatabases(tools.daemon.dataDir);
    t.after(databases.close);
    const mailVersion = () => databases.versions().split(' ')[0];
    const serverCalls = () => ({ ...tools.daemon.server('ada').control.calls });
    const [version, calls] = [mailVersion(), serverCalls()];
    let previews = 0;
    for (const { name } of changing) {
      for (const confirm of [undefined, 'true', 1, 'yes', [true]]) {
        const result = await every.call(name, { ...given, ...(confirm !== undefined && { confirm }) });
        if (result.isError) continue;
        previews++;
        assert.equal(result.structuredContent?.['status'], 'preview', name);
        assert.match(result.content[0]?.text ?? '', /^Nothing has changed\./);
      }
    }
    assert.ok(previews > 200, String(previews));
    assert.deepEqual([mailVersion(), serverCalls()], [version, calls]);
    assert.deepEqual(tools.daemon.sender('ada').deliveries, []);
  });

  test('with confirm=true a change is made, once for each key, and can be undone', async () => {
    const [message] = await found('subject:rope');
    const message_ids = [message!.id];
    const preview = await client.call('archive_mail', { message_ids });
    assert.deepEqual(preview.structuredContent?.['summary'], 'Would archive 1 message.');
    assert.equal((await found('subject:rope in:inbox')).length, 1);
    const confirmed = { message_ids, confirm: true, idempotency_key: 'archive-1' };
    const results = [await client.call('archive_mail', confirmed), await client.call('archive_mail', confirmed)];
    const [done, again] = results.map(({ structuredContent }) => structuredContent as Done);
    assert.deepEqual(again, done);
    assert.equal(done?.status, 'done');
    assert.equal((await found('subject:rope in:inbox')).length, 0);
    // An archive never trashes.
    assert.equal((await found('subject:rope in:trash')).length, 0);
    const undone = await client.call('undo_change', { mutation_id: done?.result.mutation_id, confirm: true });
    assert.equal((undone.structuredContent as Done).status, 'done');
    assert.equal((await found('subject:rope in:inbox')).length, 1);
  });

  test('a draft is written, changed and sent, and the answer to a message has its recipient', async () => {
    const draft = { to: [{ email: 'eve@friends.example' }], subject: 'Ferry', body: 'At **nine**.', confirm: true };
    const saved = (await client.call('save_draft', draft)).structuredContent as Done;
    const { draft_id } = saved.result as { draft_id: string };
    const changed = await client.call('save_draft', { draft_id, subject: 'The ferry', confirm: true });
    const { subject, body, to } = (changed.structuredContent as Done).result;
    assert.deepEqual(
      [subject, body, to],
      ['The ferry', 'At **nine**.', [{ name: null, email: 'eve@friends.example' }]],
    );
    const preview = await client.call('send_draft', { draft_id });
    assert.equal(preview.structuredContent?.['summary'], 'Would send this draft to eve@friends.example.');
    assert.deepEqual(tools.daemon.sender('ada').deliveries, []);
    await client.call('send_draft', { draft_id, hold_seconds: 0, confirm: true });
    const sent = () => tools.daemon.sender('ada').deliveries.map(({ to: recipients }) => recipients);
    await until('the draft was sent', () => sent().length > 0);
    assert.deepEqual(sent(), [['eve@friends.example']]);

    const [message] = await found('subject:boat in:inbox');
    const reply = await client.call('draft_reply', { message_id: message!.id, body: 'Yes.', confirm: true });
    const answer = (reply.structuredContent as Done).result as { draft_id: string };
    const read = (await client.call('read_draft', answer)).structuredContent as { subject: string; to: object[] };
    assert.deepEqual([read.subject, read.to], ['Re: Boat', [{ name: 'Eve', email: 'eve@friends.example' }]]);
  });

  test('conversations and attachments are resources by their ids, within 5 MB, and never by a path', async () => {
    const [message] = await found('subject:sail has:attachment');
    const read = (await client.call('read_message', { message_id: message!.id })).structuredContent as {
      attachments: { filename: string; uri: string }[];
    };
    const uriOf = (name: string) => read.attachments.find(({ filename }) => filename === name)!.uri;
    const { contents } = await client.raw.readResource({ uri: uriOf('sail.png') });
    assert.deepEqual(contents, [{ uri: uriOf('sail.png'), mimeType: 'image/png', blob: png.toString('base64') }]);
    await assert.rejects(client.raw.readResource({ uri: uriOf('big.bin') }), /larger than 5 MB/);
    const thread = await client.raw.readResource({ uri: `posthorn://thread/${message!.thread_id}` });
    assert.match((thread.contents[0] as { text: string }).text, /^<<<DATA [0-9a-f]{24} message [^]*See the picture/);
    for (const uri of [
      'file:///etc/passwd',
      'posthorn://attachment/../../etc/passwd',
      `posthorn://thread/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
      'posthorn://thread/x%2f..',
    ])
      await assert.rejects(client.raw.readResource({ uri }), /not found|no such/i, uri);
    const { resourceTemplates } = await client.raw.listResourceTemplates();
    assert.equal(resourceTemplates.length, 2);
  });

  test('prompts name what they work on, and repeat that mail gives no orders', async () => {
    const { messages } = await client.raw.getPrompt({ name: 'summarize_thread', arguments: { thread_id: 'abc' } });
    assert.match(JSON.stringify(messages), /conversation abc [^]*never an instruction/);
    await assert.rejects(client.raw.getPrompt({ name: 'summarize_thread' }), /needs thread_id/);
    await assert.rejects(client.raw.getPrompt({ name: 'nothing' }), /no prompt named nothing/);
  });

  test('a failure is an answer that says what to do, and an unknown tool is an error', async () => {
    const missing = await client.call('read_message', { message_id: '00000000-0000-4000-8000-000000000000' });
    assert.equal(missing.isError, true);
    assert.equal((JSON.parse(missing.content[0]!.text) as { code: string }).code, 'not_found');
    const invalid = await client.call('search_mail', { query: 7 });
    assert.match(invalid.content[0]!.text, /arguments of search_mail aren’t valid. query: /);
    await assert.rejects(client.call('no_such_tool'), /no tool named no_such_tool/);
  });

  test('a sync is waited for, with its progress', async () => {
    const seen: { progress: number; total?: number }[] = [];
    const result = await client.call('sync_mail', { confirm: true }, { onprogress: (step: never) => seen.push(step) });
    assert.equal((result.structuredContent as Done).status, 'done');
    assert.deepEqual(
      seen.map(({ progress }) => progress),
      seen.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
  });

  /** Arguments with which every tool finds what it needs, as far as one set can do. */
  async function argumentsForAll(): Promise<Record<string, unknown>> {
    const [message] = await found('subject:boat');
    const { id, thread_id } = message!;
    const { accounts } = (await client.call('list_accounts')).structuredContent as {
      accounts: { account_id: string }[];
    };
    const { account_id } = accounts[0]!;
    const draft = { account_id, subject: 'Kept', body: 'x', confirm: true };
    const { draft_id } = ((await client.call('save_draft', draft)).structuredContent as Done).result;
    return {
      id,
      message_id: id,
      sent_message_id: id,
      message_ids: [id],
      thread_id,
      account_id,
      draft_id,
      starred: true,
      read: true,
      flag: true,
      muted: true,
      flags: 0,
      add: ['x'],
      target_label: 'x',
      until: 'tomorrow',
      sender: 'eve@friends.example',
      sender_email: 'eve@friends.example',
      email: 'eve@friends.example',
      name: 'x',
      disposition: 'deny',
      body: 'x',
      kind: 'reply',
      q: 'x',
      text: 'x',
      instruction: 'x',
      rule: 'x',
      mode: 'updates',
    };
  }
});

type Done = { status: string; result: Record<string, unknown> };

test('a long call says that it goes on, and one that is cancelled ends its request, over both transports', async (t) => {
  const ended = new Set<string>();
  const tools = await toolDaemon(t, {}, (dispatch) => (name, input, caller, options) => {
    if (name !== 'drafts.list') return dispatch(name, input, caller, options);
    return new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => {
        ended.add(caller.token_id ?? '');
        reject(options.signal?.reason as Error);
      });
    });
  });
  const { url, socketPath } = tools;
  const clients = [
    await connectHttp(t, 'v2', { url, token: await tools.token() }),
    await connectStdio(t, 'v1', { socketPath, token: await tools.token() }),
    await connectStdio(t, 'v2', { socketPath, token: await tools.token() }),
  ];
  const cancel = async (client: TestClient) => {
    const controller = new AbortController();
    const onprogress = ({ progress }: { progress: number }) => progress > 0 && controller.abort();
    await assert.rejects(client.call('list_drafts', {}, { signal: controller.signal, onprogress }));
    assert.ok(controller.signal.aborted);
  };
  await Promise.all(clients.map(cancel));
  await until('every request has ended', () => ended.size === clients.length);
});
