import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { postfixMissing, startMailServers, type MailServers } from '../../testing/servers/postfix.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { subjectsIn } from '../faults/send-chaos.ts';
import { dovecotAccount, untilSynced } from '../peers/support/dovecot-account.ts';
import { openSecondClient } from '../peers/support/second-client.ts';
import { buildMessage } from '../peers/support/test-messages.ts';
import { connectHttp, connectStdio, type TestClient } from './tool-daemon.ts';

const config = `[send]
undo_seconds = 0
[agents.profiles.mcp]
safety_policy = "full"
allowed_accounts = ["test"]
allow_send = true
allow_destructive = true
approve = true
`;

const missing = postfixMissing();
if (missing) test('what a tool may only do with approval', { skip: missing });
else describe('what a tool may only do with approval', suite);

type Approval = {
  status: string;
  payload_hash: string;
  caller_name: string;
  reason: string | null;
  content: { messages: { subject: string; to: { email: string }[] }[] };
};

function suite(): void {
  const cleanups: (() => unknown)[] = [];
  const closing = { after: (close: () => unknown) => void cleanups.push(close) };
  let post: MailServers;
  let home: Home;
  let daemon: DaemonProcess;
  let token: string;
  let clients: Record<'http' | 'stdio', TestClient>;

  before(async () => {
    post = await startMailServers();
    const alice = post.dovecot.users[0]!;
    const spam = ['http', 'stdio'].map((name) =>
      buildMessage({ id: `${name}@x`, subject: `Offer ${name}`, text: 'Buy.' }),
    );
    post.dovecot.seed(alice.user, 'INBOX', spam);
    home = makeHome([{ ...dovecotAccount(post.dovecot, alice), smtpPort: post.postfix.port }], { config });
    const began = new Date();
    daemon = await startDaemon(home, post.dovecot);
    await untilSynced(daemon, began);
    token = (await daemon.ask('tokens.create', { name: 'Helper', origin: 'mcp', requests_per_minute: 60_000 })).token;
    clients = {
      http: await connectHttp(closing, 'v2', { url: `http://127.0.0.1:${daemon.port}/mcp`, token }),
      stdio: await connectStdio(closing, 'v1', { socketPath: join(home.dataDir, 's'), token }),
    };
  });
  after(async () => {
    for (const close of cleanups.toReversed()) await close();
    await daemon?.kill();
    home?.remove();
    await post?.stop();
  });

  /** Decides like the page: with the owner's token and the hash of the payload that was shown. */
  async function decide(approval_id: string, what: 'approve' | 'decline', body: object): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${daemon.port}/api/v1/platform/approvals/${approval_id}/${what}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${daemon.token}`,
        'content-type': 'application/json',
        'x-client-kind': 'web',
      },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
  }

  const shown = async (approval_id: string): Promise<Approval> =>
    (await daemon.ask('approvals.get', { approval_id })).approval;

  for (const transport of ['http', 'stdio'] as const) {
    test(`${transport}: a draft is sent once, after the person has approved it, and the tool learns it`, async () => {
      const client = clients[transport];
      const subject = `Letter over ${transport}`;
      const draft = { to: [{ email: 'bob@example.test' }], subject, body: 'At nine.', confirm: true };
      const saved = await client.call('save_draft', draft);
      const { draft_id } = saved.structuredContent!['result'] as { draft_id: string };
      const ask = { draft_id, hold_seconds: 0, confirm: true, reason: 'She asked for the time.' };
      const pending = (await client.call('send_draft', ask)).structuredContent as Record<string, string>;
      assert.deepEqual(Object.keys(pending).toSorted(), ['approval_id', 'expires_at', 'status']);
      assert.equal(pending['status'], 'pending_approval');
      const approval_id = pending['approval_id']!;
      assert.deepEqual((await client.call('send_draft', ask)).structuredContent, pending);
      const received = await listen(daemon, token);

      const approval = await shown(approval_id);
      const [message] = approval.content.messages;
      assert.deepEqual(
        [approval.caller_name, approval.reason, message?.subject, message?.to.map(({ email }) => email)],
        ['Helper', 'She asked for the time.', subject, ['bob@example.test']],
      );
      const statusOf = async () =>
        (await client.call('check_approval', { approval_id })).structuredContent?.['status'] as string;
      assert.equal(await statusOf(), 'pending');
      const bob = await openSecondClient(post.dovecot, post.dovecot.users[1]!);
      try {
        assert.equal((await subjectsIn(bob, 'INBOX')).get(subject), undefined);
        await decide(approval_id, 'approve', { payload_hash: approval.payload_hash });
        await until('the tool learns by asking', async () => (await statusOf()) === 'done');
        await until('the tool learns by an event', () => received.outcomes.get(approval_id) === 'OperationCompleted');
        await until('it arrives', async () => (await subjectsIn(bob, 'INBOX')).has(subject));
        // What was sent cannot be sent again, whoever asks.
        await client.call('send_draft', ask);
        const { sends } = await daemon.ask('outbox.list', {});
        assert.equal(sends.filter((each) => each.draft_id === draft_id).length, 1);
        assert.equal((await subjectsIn(bob, 'INBOX')).get(subject), 1);
      } finally {
        received.close();
        await bob.logout();
      }
    });

    test(`${transport}: what the person declines is not done, and the tool learns why`, async () => {
      const client = clients[transport];
      const query = `subject:"Offer ${transport}"`;
      const pending = await client.call('trash_mail', { query, confirm: true });
      const { approval_id, status } = pending.structuredContent as { approval_id: string; status: string };
      assert.equal(status, 'pending_approval');
      const received = await listen(daemon, token);
      await decide(approval_id, 'decline', { reason: 'I still want it.' });
      await until('the tool learns by an event', () => received.outcomes.get(approval_id) === 'OperationCancelled');
      received.close();
      const { structuredContent } = await client.call('check_approval', { approval_id });
      assert.deepEqual(
        [structuredContent?.['status'], structuredContent?.['decline_reason']],
        ['declined', 'I still want it.'],
      );
      const found = (await client.call('search_mail', { query: `${query} in:inbox` })).structuredContent;
      assert.equal(found?.['total'], 1);
    });
  }
}

/** Listens to the events of a caller (server-sent events), and keeps how each operation ended. */
async function listen({ port }: DaemonProcess, token: string) {
  const ending = new AbortController();
  const outcomes = new Map<string, string>();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: ending.signal,
  });
  assert.equal(response.status, 200);
  const read = async () => {
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + piece).split('\n\n');
      text = blocks.pop() ?? '';
      for (const data of blocks.flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? [])) {
        const event = JSON.parse(data) as { event?: string; operation_id?: string };
        if (event.operation_id !== undefined && event.event !== undefined)
          outcomes.set(event.operation_id, event.event);
      }
    }
  };
  // The end of the test ends it.
  read().catch(() => undefined);
  return { outcomes, close: () => ending.abort() };
}
