import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { openWritable, sql } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { loopbackFetch } from '../../outgoing/loopback-fetch.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';
import { signatureOf } from './send-event.ts';

type Received = {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
  seq: number;
  data: Record<string, unknown>;
};

/** A program on this computer that is sent events, and answers with the statuses that it is told, then with 204. */
async function openProgram(t: TestContext) {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { type, seq, data } = JSON.parse(body) as Pick<Received, 'type' | 'seq' | 'data'>;
      received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body, type, seq, data });
      const status = statuses.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { received, statuses, url: `http://127.0.0.1:${port}/events` };
}

const newMail = (subject: string) =>
  mail({ from: 'Ben <ben@example.test>', subject, text: subject, id: `${subject}@x` });

async function daemonWithMail(t: TestContext, more: Parameters<typeof testDaemon>[1] = {}) {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    config: '[agents.profiles.agent]\nallowed_accounts = ["ada"]\nsafety_policy = "full"\nallow_destructive = true\n',
    prepare: (servers) => servers.get('ada')?.control.deliver(newMail('First')),
    ...more,
  });
  await daemon.synced();
  return daemon;
}

async function hookOf(daemon: TestDaemon, webhook_id: string) {
  const { webhooks } = await daemon.ask('webhooks.list', {});
  const found = webhooks.find((each) => each.webhook_id === webhook_id);
  assert.ok(found);
  return found;
}

test('events arrive signed, in order, and only of the kinds that were asked for', async (t) => {
  const program = await openProgram(t);
  const daemon = await daemonWithMail(t);
  const { webhook, secret } = await daemon.ask('webhooks.create', {
    name: 'Chat bridge',
    url: program.url,
    events: ['NewMessages', 'MailUpdated'],
  });
  assert.deepEqual([webhook.state, webhook.delivered_at, webhook.failing_since], ['active', null, null]);
  assert.equal(JSON.stringify(await daemon.ask('webhooks.list', {})).includes(secret), false);
  daemon.server('ada').control.deliver(newMail('Second'));
  await daemon.resync();
  await until('new mail arrives', () => program.received.some(({ type }) => type === 'NewMessages'));
  const { headers, body, data, seq } = program.received.find(({ type }) => type === 'NewMessages')!;
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${expected}`);
  assert.deepEqual([id, data['seq'], data['event']], [`${webhook.webhook_id}.${seq}`, seq, 'NewMessages']);
  assert.equal('actor' in data, false);

  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  const message_ids = mailbox.groups.flatMap(({ rows }) => rows).map((row) => row.id);
  for (const starred of [true, false, true]) {
    await daemon.ask('mutations.star', { message_ids, starred });
    await daemon.events.until('MailUpdated');
  }
  const last = () => daemon.events.all('MailUpdated').at(-1)?.seq ?? 0;
  await until('the last change arrives', () => program.received.at(-1)?.seq === last());
  const seqs = program.received.map((each) => each.seq);
  assert.deepEqual(
    seqs,
    seqs.toSorted((a, b) => a - b),
  );
  assert.deepEqual([...new Set(program.received.map(({ type }) => type))].toSorted(), ['MailUpdated', 'NewMessages']);
  await until('it is recorded', async () => (await hookOf(daemon, webhook.webhook_id)).delivered_seq >= last());
});

test('a signature is the one of the Standard Webhooks specification', () => {
  // The example of the specification, section “Verifying signatures”.
  const signature = signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('an event that is not accepted is sent again under its id, before later ones, and the failure is shown until then', async (t) => {
  const program = await openProgram(t);
  const daemon = await daemonWithMail(t);
  program.statuses.push(500, 302);
  const { webhook } = await daemon.ask('webhooks.create', { name: 'x', url: program.url, events: ['SyncFinished'] });
  await daemon.resync();
  await until('the first attempt failed', async () => (await hookOf(daemon, webhook.webhook_id)).state === 'failing');
  const failing = await hookOf(daemon, webhook.webhook_id);
  assert.deepEqual(
    [failing.failures, failing.failing_since, failing.last_error],
    [1, daemon.clock.now().toISOString(), 'The program answered with status 500.'],
  );
  assert.ok(failing.next_attempt_at! > daemon.clock.now().toISOString());
  const since = failing.failing_since;
  daemon.clock.advance(2_000);
  await until('the second attempt failed', async () => (await hookOf(daemon, webhook.webhook_id)).failures === 2);
  assert.equal((await hookOf(daemon, webhook.webhook_id)).failing_since, since);
  daemon.clock.advance(4_000);
  const wanted = daemon.events.all('SyncFinished').filter(({ seq }) => seq > webhook.delivered_seq);
  await until('everything arrived', () => program.received.length >= wanted.length + 2);
  const [first] = program.received;
  assert.deepEqual(
    program.received.slice(0, 3).map(({ id }) => id),
    [first?.id, first?.id, first?.id],
  );
  assert.deepEqual(
    program.received.slice(2).map(({ seq }) => seq),
    wanted.map(({ seq }) => seq),
  );
  await until('it is active', async () => (await hookOf(daemon, webhook.webhook_id)).state === 'active');
  const active = await hookOf(daemon, webhook.webhook_id);
  assert.deepEqual([active.failures, active.failing_since, active.last_error], [0, null, null]);
});

test('delivery goes on after a restart with what was not accepted, and says what is recorded no more', async (t) => {
  const program = await openProgram(t);
  const daemon = await daemonWithMail(t);
  program.statuses.push(503);
  const { webhook } = await daemon.ask('webhooks.create', { name: 'x', url: program.url, events: ['SyncFinished'] });
  await daemon.resync();
  await until('an attempt failed', async () => (await hookOf(daemon, webhook.webhook_id)).state === 'failing');
  const refused = program.received[0]?.seq;
  await daemon.close();

  const again = await testDaemon(t, { accounts: [ada, bob], dataDir: daemon.dataDir });
  again.clock.advance(3_600_000);
  await until('it is sent again', () => program.received.length >= 2);
  assert.equal(program.received[1]?.seq, refused);
  await again.synced();
  await until('it is active', async () => (await hookOf(again, webhook.webhook_id)).state === 'active');

  const files = storeFiles(again.dataDir);
  await again.close();
  for (const [file, statement] of [
    [files.mail, sql`UPDATE webhooks SET delivered_seq = 1`],
    [files.activity, sql`DELETE FROM events WHERE seq < 5`],
  ] as const) {
    const db = openWritable(file, { durability: 'normal' });
    db.run(statement);
    db.close();
  }
  const before = program.received.length;
  await testDaemon(t, { accounts: [ada, bob], dataDir: daemon.dataDir });
  await until('events arrive', () => program.received.length > before);
  const { type, data } = program.received[before]!;
  assert.deepEqual([type, data['skipped'], data['seq']], ['EventsLagged', 3, 4]);
});

test('only programs on this computer are sent events, whatever their name resolves to', async (t) => {
  const daemon = await daemonWithMail(t);
  const wrong = [
    'http://192.0.2.7/x',
    'http://example.org/',
    'http://localhost.example.org/',
    'http://0.0.0.0:80/',
    'http://user:pass@127.0.0.1/',
    'ftp://127.0.0.1/',
    'http://[::ffff:192.0.2.7]/',
    'nonsense',
  ];
  for (const url of wrong)
    await assert.rejects(
      daemon.ask('webhooks.create', { name: 'x', url }),
      { kind: 'invalid', code: 'not_loopback' },
      url,
    );
  assert.deepEqual((await daemon.ask('webhooks.list', {})).webhooks, []);
  const request = { maxBytes: 10, timeoutMs: 1_000 };
  const fetch = loopbackFetch({ resolve: async () => ['192.0.2.7'] });
  await assert.rejects(fetch('http://rebound.localhost/', request), { code: 'not_loopback' });
  await assert.rejects(fetch('http://192.0.2.7/', request), { code: 'not_loopback' });
});

test('agents are refused, a token sees its own webhooks and its own accounts, and a revoked token stops them', async (t) => {
  const program = await openProgram(t);
  const daemon = await daemonWithMail(t);
  const input = { name: 'x', url: program.url, events: ['SyncFinished'] };
  for (const origin of ['agent', 'mcp'] as const)
    await assert.rejects(daemon.ask('webhooks.create', input, { origin }), { kind: 'refused' }, origin);

  const { accounts } = await daemon.ask('accounts.list');
  const [mine, theirs] = ['ada', 'bob'].map((key) => accounts.find((each) => each.key === key)?.account_id ?? '');
  const { token, token_id } = await daemon.ask('tokens.create', {
    name: 'Limited',
    origin: 'script',
    scopes: ['admin'],
    account_ids: [mine],
  });
  const caller = daemon.callerForToken(token);
  assert.ok(caller);
  const { webhook: ofOwner } = await daemon.ask('webhooks.create', { ...input, name: 'Owner' });
  await daemon.ask('webhooks.remove', { webhook_id: ofOwner.webhook_id });
  const { webhook: others } = await daemon.ask('webhooks.create', { ...input, name: 'Others', events: ['RulePaused'] });
  const { webhook } = await daemon.ask('webhooks.create', input, caller);
  assert.deepEqual(
    (await daemon.ask('webhooks.list', {}, caller)).webhooks.map(({ webhook_id }) => webhook_id),
    [webhook.webhook_id],
  );
  await assert.rejects(daemon.ask('webhooks.remove', { webhook_id: others.webhook_id }, caller), { code: 'not_found' });
  await daemon.resync();
  await until('an event arrives', () => program.received.length > 0);
  assert.ok(program.received.every(({ data }) => data['account_id'] === mine && data['account_id'] !== theirs));

  await daemon.ask('tokens.remove', { token_id });
  const stopped = await hookOf(daemon, webhook.webhook_id);
  assert.deepEqual([stopped.state, /revoked/.test(stopped.last_error ?? '')], ['stopped', true]);
  const before = program.received.length;
  await daemon.resync();
  const tested = await daemon.ask('webhooks.test', { webhook_id: webhook.webhook_id });
  assert.deepEqual([tested.ok, tested.status, tested.error], [true, 204, null]);
  assert.deepEqual(
    program.received.slice(before).map(({ type }) => type),
    ['test'],
  );
});

test('a test says what came back, and what waits is then tried at once', async (t) => {
  const program = await openProgram(t);
  const daemon = await daemonWithMail(t);
  program.statuses.push(500, 410);
  const { webhook } = await daemon.ask('webhooks.create', { name: 'x', url: program.url, events: ['SyncFinished'] });
  const { webhook_id } = webhook;
  await daemon.resync();
  await until('an attempt failed', async () => (await hookOf(daemon, webhook_id)).state === 'failing');
  const refused = await daemon.ask('webhooks.test', { webhook_id });
  assert.deepEqual([refused.ok, refused.status, refused.error], [false, 410, 'The program answered with status 410.']);
  assert.equal((await hookOf(daemon, webhook_id)).state, 'failing');
  assert.equal((await daemon.ask('webhooks.test', { webhook_id })).ok, true);
  await until('it is active', async () => (await hookOf(daemon, webhook_id)).state === 'active');
  const { webhook: silent } = await daemon.ask('webhooks.create', {
    name: 'y',
    url: 'http://127.0.0.1:9/',
    events: [],
  });
  const unreachable = await daemon.ask('webhooks.test', { webhook_id: silent.webhook_id });
  assert.deepEqual([unreachable.ok, unreachable.status], [false, null]);
  assert.match(unreachable.error ?? '', /couldn’t be reached/);
});
