import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { silentLog } from '../../daemon/base/log.ts';
import { startSocket } from '../../daemon/fronts/socket.ts';
import { ada, bob, mail } from '../../daemon/test-daemon.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { commandLineProgram } from '../use-bundle.ts';
import { connectHttp, connectStdio, toolDaemon, type TestClient } from './tool-daemon.ts';

const noAnswer = '00000000-0000-4000-8000-000000000000';

const deliver = {
  accounts: [ada, bob],
  prepare: (servers: Parameters<NonNullable<Parameters<typeof toolDaemon>[1]>['prepare'] & object>[0]) => {
    servers.get('ada')!.control.deliver(mail({ from: 'eve@friends.example', subject: 'Boat', text: 'Friday?' }));
    servers.get('bob')!.control.deliver(mail({ from: 'eve@friends.example', subject: 'Secret', text: 'For Bob.' }));
  },
};

async function codesOf(client: TestClient): Promise<unknown[]> {
  const calls: [string, object][] = [
    ['search_mail', { query: 'boat' }],
    ['list_mailbox', {}],
    ['read_message', { message_id: noAnswer }],
    ['archive_mail', { query: 'boat' }],
    ['snooze_mail', { query: 'boat', until: 'tomorrow' }],
    ['save_draft', { subject: 'x' }],
    ['save_draft', { subject: 'x', confirm: true }],
    ['trash_mail', { query: 'boat', confirm: true }],
  ];
  const codes = [];
  for (const [name, given] of calls) {
    const { isError, content } = await client.call(name, given as Record<string, unknown>);
    codes.push(isError ? (JSON.parse(content[0]!.text) as { code: string }).code : 'answered');
  }
  return [...new Set(codes)];
}

test('without a profile tools are listed, and every call is refused before anything is read (checklist 76, 77)', async (t) => {
  const config = '[agents.profiles.agent]\nallowed_accounts = ["ada"]\n';
  const { daemon, url, socketPath, token } = await toolDaemon(t, { ...deliver, config });
  const calls = { ...daemon.server('ada').control.calls };
  for (const client of [
    await connectHttp(t, 'v2', { url, token: await token() }),
    await connectStdio(t, 'v1', { socketPath }),
  ]) {
    assert.ok((await client.listTools()).tools.length >= 20);
    assert.deepEqual(await codesOf(client), ['policy']);
    await assert.rejects(
      client.raw.readResource({ uri: `posthorn://thread/${noAnswer}` }),
      /sets up \[agents\.profiles\.mcp\]/,
    );
  }
  assert.deepEqual({ ...daemon.server('ada').control.calls }, calls);
  assert.deepEqual((await daemon.ask('drafts.list')).drafts, []);
  // The profile of agents is not that of tools, and the other way round.
  assert.equal((await daemon.ask('search.count', { q: 'boat' }, { origin: 'agent' })).count, 1);
});

test('a profile with a mistake refuses every call and says where it is, and does not serve agents', async (t) => {
  const config = '[agents.profiles.mcp]\nallowed_accounts = ["ada"]\nsafety_policy = "everything"\n';
  const { daemon, url, token } = await toolDaemon(t, { ...deliver, config });
  const client = await connectHttp(t, 'v2', { url, token: await token() });
  assert.deepEqual(await codesOf(client), ['policy']);
  const { content } = await client.call('list_mailbox');
  assert.match(content[0]!.text, /\[agents\.profiles\.mcp\] has an error \(config\.toml, line 3/);
  await assert.rejects(daemon.ask('search.count', { q: 'boat' }, { origin: 'agent' }), { code: 'policy' });
});

test('a profile shows its accounts alone, and only the tools that it allows, and none that works while the owner has paused them (checklist 77)', async (t) => {
  const config = '[agents.profiles.mcp]\nallowed_accounts = ["ADA@example.test"]\nsafety_policy = "draft-only"\n';
  const { daemon, url, socketPath, token } = await toolDaemon(t, { ...deliver, config });
  const { accounts } = await daemon.ask('accounts.list');
  const [, other] = accounts;
  const clients = [
    await connectHttp(t, 'v2', { url, token: await token() }),
    await connectStdio(t, 'v2', { socketPath }),
  ];
  for (const client of clients) {
    const names = (await client.listTools()).tools.map(({ name }) => name);
    assert.ok(names.includes('save_draft') && names.includes('read_thread'));
    assert.ok(!names.some((name) => /send|archive|trash|move|star|snooze|sync/.test(name)), names.join(' '));
    const { structuredContent } = await client.call('search_mail', { query: 'in:inbox' });
    const found = (structuredContent as { mail: { subject: string }[] }).mail.map(({ subject }) => subject);
    assert.deepEqual(found, ['Boat']);
    const elsewhere = await client.call('list_labels', { account_id: other!.account_id });
    assert.equal((JSON.parse(elsewhere.content[0]!.text) as { code: string }).code, 'not_found');
    const sent = await client.call('trash_mail', { query: 'boat', confirm: true });
    assert.equal((JSON.parse(sent.content[0]!.text) as { code: string }).code, 'policy');
  }
  await assert.rejects(daemon.ask('search.count', { q: 'boat' }, { origin: 'agent' }), { code: 'policy' });

  await daemon.ask('agents.pause', { paused: true });
  for (const client of clients) {
    const { isError, content } = await client.call('search_mail', { query: 'in:inbox' });
    assert.deepEqual([isError, /owner has paused all agents and tools/.test(content[0]!.text)], [true, true]);
  }
});

test('a token that is revoked, or that was created for something else, is refused over the socket', async (t) => {
  const { daemon, socketPath, token } = await toolDaemon(t, deliver);
  const agents = await token({ origin: 'agent' });
  const tools = await token();
  const [client, wrong] = [
    await connectStdio(t, 'v2', { socketPath, token: tools }),
    await connectStdio(t, 'v2', { socketPath, token: agents }),
  ];
  assert.equal((await client.call('mail_status')).isError, undefined);
  const codeOf = async (each: TestClient) =>
    (JSON.parse((await each.call('mail_status')).content[0]!.text) as { code: string }).code;
  assert.equal(await codeOf(wrong), 'unauthorized');
  const { tokens } = await daemon.ask('tokens.list');
  for (const { token_id } of tokens) await daemon.ask('tokens.remove', { token_id });
  assert.equal(await codeOf(client), 'unauthorized');
});

test('without Posthorn the tools are listed and each call says so, and it may start later', async (t) => {
  const socketPath = join(testFolder(), 's');
  const client = await connectStdio(t, 'v1', { socketPath });
  assert.ok((await client.listTools()).tools.length >= 20);
  const { isError, content } = await client.call('mail_status');
  assert.equal(isError, true);
  assert.match(content[0]!.text, /Posthorn isn’t running on this computer/);
  const { daemon } = await toolDaemon(t, deliver);
  const socket = await startSocket({ path: socketPath, dispatch: daemon.dispatch, log: silentLog });
  t.after(() => socket.close());
  assert.equal((await client.call('mail_status')).structuredContent?.['total_messages'], 2);
});

test('standard output carries nothing but the protocol, and the end of the input ends the program', async () => {
  const program = spawn(process.execPath, [join(import.meta.dirname, '../..', commandLineProgram), 'mcp'], {
    env: { ...process.env, SVC_SOCKET_PATH: join(testFolder(), 's'), SVC_INSTANCE: 'posthorn-test' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output = text(program.stdout);
  const ended = new Promise((resolve) => program.once('exit', resolve));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  program.stdin.write('this is not JSON\n');
  program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await new Promise((resolve) => program.stdout.once('data', resolve));
  program.stdin.end();
  assert.equal(await ended, 0);
  const lines = (await output).trim().split('\n');
  for (const line of lines) assert.equal((JSON.parse(line) as { jsonrpc: string }).jsonrpc, '2.0');
});
