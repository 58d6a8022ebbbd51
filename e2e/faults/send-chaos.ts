import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { randomFrom, type Random } from '../../daemon/demo/random.ts';
import { until } from '../../daemon/test-until.ts';
import { dovecotAccount, syncCeilingMs } from '../peers/support/dovecot-account.ts';
import { openSecondClient } from '../peers/support/second-client.ts';
import { makeHome, RefusedRequestError, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import type { MailServers } from '../../testing/servers/postfix.ts';
import { startProxy, type Proxy } from '../../testing/servers/proxy.ts';
import { loggedErrors } from './sync-kills.ts';

/** The faults that were caused, and the result of the sends; `faults` has a sentence for each error at the end. */
type SendChaosResult = {
  sent: number;
  failed: number;
  inDoubt: number;
  kills: number;
  cuts: number;
  faults: string[];
};

type SendChaosOptions = {
  post: MailServers;
  sends: number;
  kills: number;
  /** This many drafts are sent at a time; meanwhile a fault occurs. */
  batchSize: number;
  seed: number;
  onDisruption?: (what: string) => void;
};

type OutboxEntry = { draft_id: string; send_id: string; state: string; trouble: unknown; ended_at: string | null };
type TestSend = { draft_id: string; subject: string };

type SendFixture = {
  home: Home;
  post: MailServers;
  proxy: Proxy;
  random: Random;
  daemon: DaemonProcess;
  account_id: string;
};

/**
 * Alice sends messages to Bob through a real Postfix, while the connection to it breaks after a random number of bytes sent
 * or received, and the daemon is killed (`kill -9`) during sends. At the end every message that is reported as sent is in
 * Bob's inbox and in Alice's Sent exactly once, no folder contains a message twice, and every other message is reported as
 * failed or in doubt.
 */
export async function runSendChaos({
  post,
  sends,
  kills,
  batchSize,
  seed,
  onDisruption = () => undefined,
}: SendChaosOptions): Promise<SendChaosResult> {
  const [alice, bob] = post.dovecot.users;
  if (!alice || !bob) throw new Error('The mail server has no users.');
  const proxy = await startProxy(post.postfix.port);
  const home = makeHome([{ ...dovecotAccount(post.dovecot, alice), smtpPort: proxy.port }]);
  const random = randomFrom(seed);
  const fixture: SendFixture = {
    home,
    post,
    proxy,
    random,
    daemon: await startDaemon(home, post.dovecot),
    account_id: '',
  };
  const counts = { kills: 0, cuts: 0 };
  try {
    fixture.account_id = (await fixture.daemon.ask('accounts.list', {})).accounts[0]?.account_id ?? '';
    const testSends: TestSend[] = [];
    const rounds = Math.ceil(sends / batchSize);
    for (let round = 0; round < rounds; round++) {
      const some = await saveDrafts(fixture, Math.min(batchSize, sends - testSends.length), testSends.length);
      testSends.push(...some);
      const isKill = Math.floor(((round + 1) * kills) / rounds) > counts.kills;
      if (isKill)
        onDisruption(
          `kill ${++counts.kills}: ${await killDuringSends(fixture, some)} ms after ${some.length} were to be sent`,
        );
      else onDisruption(`cut ${++counts.cuts}: after ${await cutDuringSends(fixture, some)} bytes`);
      await untilSettled(fixture, some);
    }
    await untilSettled(fixture, testSends);
    const faults = await deliveryFaults(fixture, testSends);
    const states = [...(await entriesOf(fixture, testSends)).values()].map(({ state }) => state);
    await fixture.daemon.stop();
    const count = (state: string) => states.filter((each) => each === state).length;
    return {
      ...counts,
      sent: count('sent'),
      failed: count('failed'),
      inDoubt: count('unknown'),
      faults: [...faults, ...loggedErrors(home)],
    };
  } finally {
    await fixture.daemon.kill();
    await proxy.stop();
    home.remove();
  }
}

async function saveDrafts(
  { daemon, account_id, random }: SendFixture,
  count: number,
  from: number,
): Promise<TestSend[]> {
  const testSends: TestSend[] = [];
  for (let number = from; number < from + count; number++) {
    const subject = `Letter ${number}`;
    const body_markdown = `${subject}\n\n${'All work and no play. '.repeat(random.below(60))}`;
    const to = [{ email: 'bob@example.test' }];
    const { draft } = await daemon.ask('drafts.saveLocal', {
      id: randomUUID(),
      account_id,
      to,
      subject,
      body_markdown,
    });
    testSends.push({ draft_id: draft.id, subject });
  }
  return testSends;
}

/** Requests the sends and waits for none: a killed daemon does not answer. */
function sendAll({ daemon }: SendFixture, testSends: readonly TestSend[]): Promise<unknown> {
  return Promise.allSettled(testSends.map(({ draft_id }) => daemon.ask('outbox.sendStored', { draft_id })));
}

async function killDuringSends(fixture: SendFixture, testSends: readonly TestSend[]): Promise<number> {
  const { random, home, post } = fixture;
  const ms = random.below(700);
  const requests = sendAll(fixture, testSends);
  await wait(ms);
  await fixture.daemon.kill();
  await requests;
  fixture.daemon = await startDaemon(home, post.dovecot);
  return ms;
}

/** A send takes about 2,500 bytes of commands, and about 5,000 bytes of answers. */
async function cutDuringSends(fixture: SendFixture, testSends: readonly TestSend[]): Promise<string> {
  const { random, proxy } = fixture;
  const isUpload = random.chance(0.6);
  const bytes = random.below(testSends.length * (isUpload ? 4_000 : 5_500));
  if (isUpload) proxy.breakAfterSent(bytes);
  else proxy.breakAfterReceived(bytes);
  await sendAll(fixture, testSends);
  proxy.breakConnections();
  return `${bytes} ${isUpload ? 'sent' : 'received'}`;
}

/**
 * Waits until each of these is sent, with its copy stored, has failed or is in doubt. Sends that wait for a later try are
 * tried at once.
 */
async function untilSettled(fixture: SendFixture, testSends: readonly TestSend[]): Promise<void> {
  let entries = new Map<string, OutboxEntry>();
  await until(
    'every send has an outcome',
    async () => {
      entries = await entriesOf(fixture, testSends);
      let isQuiet = true;
      for (const { draft_id } of testSends) {
        const entry = entries.get(draft_id);
        // The request was lost with the killed process.
        if (!entry) await fixture.daemon.ask('outbox.sendStored', { draft_id }).catch(ignoreRefused);
        else if (entry.state === 'queued' && entry.trouble !== null) await retry(fixture, entry);
        isQuiet &&= entry !== undefined && isSettled(entry);
      }
      if (!isQuiet) await wait(50);
      return isQuiet;
    },
    { withinMs: syncCeilingMs },
  ).catch(async (timeoutError: unknown) => {
    const { sync_statuses } = await fixture.daemon.ask('admin.status', {});
    const open = [...entries.values()].filter((entry) => !isSettled(entry));
    throw new Error(`These never got an outcome: ${JSON.stringify({ open, sync_statuses })}`, { cause: timeoutError });
  });
}

function isSettled({ state, ended_at }: OutboxEntry): boolean {
  return state === 'failed' || state === 'unknown' || (state === 'sent' && ended_at !== null);
}

async function retry({ daemon }: SendFixture, { send_id }: OutboxEntry): Promise<void> {
  await daemon.ask('outbox.retry', { send_id }).catch(ignoreRefused);
}

function ignoreRefused(thrown: unknown): void {
  if (!(thrown instanceof RefusedRequestError)) throw thrown;
}

/** The last send of each draft. */
async function entriesOf({ daemon }: SendFixture, testSends: readonly TestSend[]): Promise<Map<string, OutboxEntry>> {
  const { sends } = await daemon.ask('outbox.list', { limit: 1000 });
  const wanted = new Set(testSends.map(({ draft_id }) => draft_id));
  return new Map(
    sends
      .toReversed()
      .filter(({ draft_id }) => wanted.has(draft_id))
      .map((each) => [each.draft_id, each]),
  );
}

async function deliveryFaults(fixture: SendFixture, testSends: readonly TestSend[]): Promise<string[]> {
  const { post } = fixture;
  const [alice, bob] = post.dovecot.users;
  const entries = await entriesOf(fixture, testSends);
  const clients = [await openSecondClient(post.dovecot, bob!), await openSecondClient(post.dovecot, alice!)] as const;
  try {
    const isSent = ({ draft_id }: TestSend) => entries.get(draft_id)?.state === 'sent';
    let arrived = new Map<string, number>();
    await until('all that was sent has arrived', async () => {
      arrived = await subjectsIn(clients[0], 'INBOX');
      return testSends.every((testSend) => !isSent(testSend) || arrived.has(testSend.subject));
    }).catch(() => undefined);
    const copies = await subjectsIn(clients[1], 'Sent');
    return testSends.flatMap((testSend) => {
      const state = entries.get(testSend.draft_id)?.state ?? 'nowhere';
      const [here, copied] = [arrived.get(testSend.subject) ?? 0, copies.get(testSend.subject) ?? 0];
      const isRight =
        state === 'sent'
          ? here === 1 && copied === 1
          : state === 'unknown'
            ? here <= 1 && copied === 0
            : state === 'failed' && here === 0;
      return isRight
        ? []
        : [`${testSend.subject} is ${state}; it arrived ${here} times and lies in Sent ${copied} times.`];
    });
  } finally {
    for (const client of clients) await client.logout();
  }
}

/** How often each subject is in a folder. */
export async function subjectsIn(client: ImapFlow, folder: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const { exists } = await client.mailboxOpen(folder, { readOnly: true });
  if (exists === 0) return counts;
  for await (const { envelope } of client.fetch('1:*', { envelope: true })) {
    const subject = envelope?.subject ?? '';
    counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return counts;
}
