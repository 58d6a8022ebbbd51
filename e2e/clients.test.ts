import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { generatedFiles } from '../clients/generator/files.ts';
import {
  createClient,
  isWebhookGenuine,
  pages,
  PendingApproval,
  PosthornError,
  type Client,
} from '../clients/typescript/posthorn.ts';
import { signatureOf } from '../daemon/features/webhooks/send-event.ts';
import { mail } from '../daemon/test-daemon.ts';
import { bearer, openTestBridge } from './contract/test-bridge.ts';

const clients = join(import.meta.dirname, '..', 'clients');
const withoutPython = spawnSync('python3', ['--version']).error ? 'peer: the Python client needs python3' : false;

test('the clients are generated from the present OpenAPI document', async () => {
  for (const [path, wanted] of await generatedFiles())
    assert.ok(readFileSync(path, 'utf8') === wanted, `${path} is out of date. Run: node clients/generate.ts`);
});

suite('a client against a live bridge', () => {
  const cleanup: (() => unknown)[] = [];
  let bridge: Awaited<ReturnType<typeof openTestBridge>>;
  let client: Client;
  let address: { baseUrl: string; token: string };
  before(async () => {
    bridge = await openTestBridge(
      { after: (close) => void cleanup.unshift(close) },
      {
        messages: 12,
        config:
          '[accounts.ada.send]\ntype = "fake"\n[agents.profiles.agent]\nsafety_policy = "full"\nallowed_accounts = ["ada"]\n' +
          'allow_destructive = true\napprove = true\n',
      },
    );
    address = { baseUrl: `http://127.0.0.1:${bridge.port}`, token: bearer.authorization.slice('Bearer '.length) };
    client = createClient(address);
  });
  after(async () => {
    for (const close of cleanup) await close();
  });

  /** Runs a program with address and key; returns its output. */
  async function run(program: string, ...args: string[]): Promise<{ code: number; output: string; errors: string }> {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode ?? -1, output, errors };
  }

  test('TypeScript: reading, paging, changing, files and errors', async () => {
    const ids: string[] = [];
    const list = { lens_kind: 'all_mail' as const, view: 'messages' as const, limit: 5 };
    for await (const { mailbox } of pages(client.mailbox.list, { ...list, fields: ['id'], include: [] }))
      ids.push(...(mailbox.rows ?? []).flatMap(({ id }) => id ?? []));
    const { mailbox } = await client.mailbox.list({ lens_kind: 'all_mail', view: 'messages', limit: 1 });
    assert.equal(new Set(ids).size, mailbox.counts.total);
    const [id = ''] = ids;

    const { state } = await client.changes.list();
    const { result } = await client.mutations.star({ message_ids: [id], starred: true }, { idempotencyKey: 'star-1' });
    const again = await client.mutations.star({ message_ids: [id], starred: true }, { idempotencyKey: 'star-1' });
    assert.equal(again.result.mutation_id, result.mutation_id);
    assert.deepEqual((await client.changes.list({ since: state })).messages.updated, [id]);

    const whole = await client.messages.raw({ message_id: id });
    assert.equal(whole.headers.get('content-type'), 'message/rfc822');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await client.messages.raw({ message_id: id }, { range: 'bytes=0-9' });
    assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, bytes.subarray(0, 10)]);

    const headers = { authorization: `Bearer ${address.token}`, 'if-none-match': whole.headers.get('etag') ?? '' };
    const unchanged = await fetch(`${address.baseUrl}/api/v1/mail/messages/${id}/raw`, { headers });
    assert.deepEqual([unchanged.status, await unchanged.text()], [304, '']);

    const { upload_id } = await client.compose.uploadFile({ filename: 'plan.txt', content: 'The plan.' });
    const message = { to: ['eve@example.test'], subject: 'Plan', body: 'See attached.', attachments: [upload_id] };
    const checked = await client.compose.sendMessage({ ...message, dry_run: true });
    assert.deepEqual([checked.ok, checked.send_id, checked.attachments], [true, null, 1]);
    const sent = await client.compose.sendMessage({ ...message, hold_seconds: 600 });
    assert.equal(sent.undo_until, sent.leaves_at);
    await client.outbox.cancel({ draft_id: sent.draft_id ?? '' });

    await assert.rejects(client.search.find({ q: 'from:' }), (failed: unknown) => {
      assert.ok(failed instanceof PosthornError);
      assert.deepEqual([failed.status, failed.code, failed.retryable], [400, 'bad_query', false]);
      return true;
    });
    await assert.rejects(createClient({ ...address, token: 'a-wrong-key-of-length' }).labels.list(), { status: 401 });
  });

  test('in both clients what the owner has to approve is thrown, and asked for with its reason', async () => {
    const { token } = await client.tokens.create({ name: 'Helper', origin: 'agent' });
    const agent = createClient({ ...address, token });
    const { mailbox } = await agent.mailbox.list({ view: 'messages', limit: 1, fields: ['id'], include: [] });
    const id = mailbox.rows?.[0]?.id ?? '';
    const asked = await agent.mutations
      .read({ message_ids: [id], read: true }, { reason: 'Grüße,\nsie wollte es so.' })
      .then(() => assert.fail('it was done'))
      .catch((thrown: unknown) => thrown);
    assert.ok(asked instanceof PendingApproval, String(asked));
    const { approval } = await agent.approvals.get({ approval_id: asked.approvalId });
    assert.deepEqual(
      [approval.status, approval.reason, approval.expires_at],
      ['pending', 'Grüße, sie wollte es so.', asked.expiresAt],
    );
    if (withoutPython) return;
    const program = `
import sys
sys.path.insert(0, sys.argv[3])
import posthorn
client = posthorn.connect(sys.argv[1], sys.argv[2])
try:
    client.mutations.read(message_ids=[sys.argv[4]], read=False, approval_reason="Sie wollte es so,\\nGrüße.")
    raise AssertionError("it was done")
except posthorn.PendingApproval as pending:
    print(client.approvals.get(approval_id=pending.approval_id)["approval"]["reason"])
`;
    const python = join(clients, 'python');
    const { code, output, errors } = await run('python3', '-c', program, address.baseUrl, token, python, id);
    assert.deepEqual([code, output, errors], [0, 'Sie wollte es so, Grüße.\n', '']);
  });

  test('TypeScript: events arrive as they happen, and go on from a number', async () => {
    const stop = new AbortController();
    const events = client.events({ since: 0, signal: stop.signal });
    const { value: first } = await events.next();
    assert.ok(first && first.seq > 0);
    const later = createClient(address).events({ since: first.seq, signal: stop.signal });
    const { value: second } = await later.next();
    assert.ok(second && second.seq > first.seq);
    stop.abort();
    await Promise.all([events.return(undefined), later.return(undefined)]);
  });

  test('TypeScript: the example prints unread mail', async () => {
    bridge.daemon
      .server('ada')
      .control.deliver(mail({ from: 'Zoe <zoe@example.test>', subject: 'Hats', text: 'Blue.' }));
    await bridge.daemon.resync();
    const example = join(clients, 'examples', 'digest.ts');
    const { code, output, errors } = await run(process.execPath, example, address.baseUrl, address.token);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(output, /^Zoe: Hats\n {2}Blue\.$/m);
    const refused = await run(process.execPath, example, address.baseUrl, 'a-wrong-key-of-length');
    assert.deepEqual([refused.code, refused.output], [1, '']);
    assert.match(refused.errors, /\(unauthorized\)/);
  });

  test('Python: the same, and the example', { skip: withoutPython }, async () => {
    const program = `
import sys
sys.path.insert(0, sys.argv[3])
import posthorn
client = posthorn.connect(sys.argv[1], sys.argv[2])
ids = [row["id"] for page in posthorn.pages(client.mailbox.list, lens_kind="all_mail", view="messages", fields="id", include="", limit=5)
       for row in page["mailbox"]["rows"]]
assert len(set(ids)) == client.mailbox.list(lens_kind="all_mail", view="messages", limit=1)["mailbox"]["counts"]["total"], ids
state = client.changes.list()["state"]
star = lambda: client.mutations.star(message_ids=ids[:1], starred=True, idempotency_key="star-python")["result"]["mutation_id"]
assert star() == star()
with client.messages.raw(message_id=ids[0]) as response:
    whole = response.read()
with client.messages.raw(message_id=ids[0], byte_range="bytes=0-9") as response:
    assert (response.status, response.read()) == (206, whole[:10])
upload = client.compose.upload_file(filename="plan.txt", content=b"The plan.")["upload_id"]
sent = client.compose.send_message(to=["eve@example.test"], subject="Plan", body="See.", attachments=[upload], dry_run=True)
assert sent["ok"] and sent["send_id"] is None and sent["attachments"] == 1, sent
try:
    client.search.find(q="from:")
    raise AssertionError("it was not refused")
except posthorn.PosthornError as refused:
    assert (refused.status, refused.code) == (400, "bad_query"), refused.details
event = next(client.events(since=0))
assert event["seq"] > 0, event
print("done")
`;
    const python = join(clients, 'python');
    const { code, output, errors } = await run('python3', '-c', program, address.baseUrl, address.token, python);
    assert.deepEqual([code, output, errors], [0, 'done\n', '']);
    const example = join(clients, 'examples', 'digest.py');
    const digest = await run('python3', example, address.baseUrl, address.token);
    assert.deepEqual([digest.code, digest.errors], [0, '']);
    assert.match(digest.output, /^Zoe: Hats\n {2}Blue\.$/m);
  });
});

test('both clients verify what webhooks send, and refuse what is old or changed', async (t) => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const now = 1_773_129_600;
  const body = '{"type":"test"}';
  const headers = {
    'webhook-id': 'one.2',
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,bm9uZQ== ${signatureOf(secret, { id: 'one.2', timestamp: now, body })}`,
  };
  const cases: [name: string, body: string, at: number, isGenuine: boolean][] = [
    ['genuine', body, now + 200, true],
    ['old', body, now + 301, false],
    ['changed', `${body} `, now, false],
  ];
  for (const [name, sent, at, isGenuine] of cases)
    assert.equal(await isWebhookGenuine(secret, headers, sent, at), isGenuine, name);
  assert.equal(await isWebhookGenuine(secret, {}, body, now), false);
  if (withoutPython) return t.diagnostic(withoutPython);
  const program = `
import json, sys
sys.path.insert(0, sys.argv[1])
from posthorn import is_webhook_genuine
secret, headers, cases = json.loads(sys.argv[2])
print(json.dumps([is_webhook_genuine(secret, headers, body.encode(), at) for _, body, at, _ in cases]))
`;
  const input = JSON.stringify([secret, headers, cases]);
  const { stdout } = spawnSync('python3', ['-c', program, join(clients, 'python'), input], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  assert.deepEqual(
    JSON.parse(String(stdout)),
    cases.map(([, , , isGenuine]) => isGenuine),
  );
});
