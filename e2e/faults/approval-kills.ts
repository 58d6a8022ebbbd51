import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom, type Random } from '../../daemon/demo/random.ts';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { until } from '../../daemon/test-until.ts';
import type { MailServers } from '../../testing/servers/postfix.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import { dovecotAccount, syncCeilingMs, untilSynced } from '../peers/support/dovecot-account.ts';
import { openSecondClient } from '../peers/support/second-client.ts';
import { buildMessage } from '../peers/support/test-messages.ts';
import { subjectsIn } from './send-chaos.ts';
import { loggedErrors } from './sync-kills.ts';

type ApprovalKillsOptions = {
  post: MailServers;
  /** Half of them send a message, the others star one. */
  approvals: number;
  kills: number;
  seed: number;
  onKill?: (kill: { number: number; afterMs: number; ended: number }) => void;
};

/** What an agent asks for, under a key of its own. */
type Act = { key: string; path: string; body: object; subject: string; target: string };

type Fixture = {
  home: Home;
  post: MailServers;
  random: Random;
  daemon: DaemonProcess;
  agentToken: string;
  account_id: string;
  /** The ids of the approvals, by the key under which they were asked for. */
  asked: Map<string, string>;
};

const config = `[send]
undo_seconds = 0
[agents.profiles.agent]
safety_policy = "full"
allowed_accounts = ["test"]
allow_send = true
allow_destructive = true
approve = true
`;

/**
 * An agent asks for acts and the owner approves them, while the daemon is killed (`kill -9`) again and again at random
 * moments. At the end every act was done exactly once, or not at all where its approval says so. Returns the states of the
 * approvals, and a sentence for each fault.
 */
export async function runApprovalKills({ post, approvals, kills, seed, onKill }: ApprovalKillsOptions) {
  const [alice] = post.dovecot.users;
  if (!alice) throw new Error('The mail server has no users.');
  const random = randomFrom(seed);
  const home = makeHome([{ ...dovecotAccount(post.dovecot, alice), smtpPort: post.postfix.port }], { config });
  const stars = Array.from({ length: Math.ceil(approvals / 2) }, (_, number) => starMessage(number));
  post.dovecot.seed(alice.user, 'INBOX', stars);
  const began = new Date();
  const daemon = await startDaemon(home, post.dovecot);
  const fixture: Fixture = { home, post, random, daemon, agentToken: '', account_id: '', asked: new Map() };
  try {
    await untilSynced(daemon, began);
    const { accounts } = await daemon.ask('accounts.list', {});
    fixture.account_id = accounts[0]?.account_id ?? '';
    const token = { name: 'Helper', origin: 'agent', requests_per_minute: 60_000 } as const;
    fixture.agentToken = (await daemon.ask('tokens.create', token)).token;
    const acts = await prepareActs(fixture, approvals);
    for (let number = 1, from = 0; number <= kills; number++) {
      const to = Math.floor((approvals * number) / kills);
      const afterMs = await killDuringApprovals(fixture, acts.slice(from, to));
      await untilEnded(fixture, acts.slice(0, to));
      from = to;
      onKill?.({ number, afterMs, ended: to });
    }
    return await outcomeOf(fixture, acts);
  } finally {
    await fixture.daemon.kill();
    home.remove();
  }
}

const starSubject = (number: number) => `Star ${number}`;

function starMessage(number: number): Buffer {
  const subject = starSubject(number);
  return buildMessage({
    id: `star-${number}@approvals.example`,
    subject,
    text: subject,
    sentAt: Math.floor(Date.now() / 1000) - number,
  });
}

/** The acts in a random order. The drafts are there before. */
async function prepareActs(fixture: Fixture, approvals: number): Promise<Act[]> {
  const messages = storedRows<{ message_id: string; subject: string }>(
    fixture.home,
    sql`SELECT message_id, subject FROM messages WHERE subject LIKE 'Star %'`,
  );
  const acts = messages.map(({ message_id, subject }): Act => {
    const body = { message_ids: [message_id], starred: true };
    return { key: randomUUID(), path: '/mail/mutations/star', body, subject, target: message_id };
  });
  for (let number = 0; acts.length < approvals; number++) {
    const draft_id = randomUUID();
    const subject = `Letter ${number}`;
    const draft = { id: draft_id, account_id: fixture.account_id, to: [{ email: 'bob@example.test' }], subject };
    await askAsAgent(fixture, '/mail/drafts/save-local', { ...draft, body_markdown: subject });
    acts.push({ key: randomUUID(), path: `/mail/drafts/${draft_id}/send-stored`, body: {}, subject, target: draft_id });
  }
  return acts
    .map((act) => ({ act, order: fixture.random.fraction() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ act }) => act);
}

type AskOptions = { token: string; kind?: string; key?: string; method?: string };

async function askApi({ daemon }: Fixture, path: string, body: object | undefined, options: AskOptions) {
  const { token, kind, key, method = 'POST' } = options;
  const answer = await fetch(`http://127.0.0.1:${daemon.port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(kind !== undefined && { 'x-client-kind': kind }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const reply = (await answer.json()) as Record<string, unknown>;
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(reply)}`);
  return reply;
}

function askAsAgent(fixture: Fixture, path: string, body: object, key?: string) {
  return askApi(fixture, path, body, { token: fixture.agentToken, ...(key !== undefined && { key }) });
}

type ApprovalState = { approval_id: string; status: string; payload_hash: string; ended_at: string | null };

async function approvalOf(fixture: Fixture, approval_id: string): Promise<ApprovalState> {
  const options = { token: fixture.agentToken, method: 'GET' };
  const { approval } = await askApi(fixture, `/platform/approvals/${approval_id}`, undefined, options);
  return approval as ApprovalState;
}

/** Has an act wait, and approves it as the owner does in the page. What was done already is not done again. */
async function askAndApprove(fixture: Fixture, act: Act): Promise<void> {
  const { approval_id } = await askAsAgent(fixture, act.path, act.body, act.key);
  const known = fixture.asked.get(act.key);
  if (known !== undefined && known !== approval_id) throw new Error(`${act.subject} waits under two ids.`);
  fixture.asked.set(act.key, String(approval_id));
  const { status, payload_hash } = await approvalOf(fixture, String(approval_id));
  if (status !== 'pending') return;
  const owner = { token: fixture.daemon.token, kind: 'web' };
  await askApi(fixture, `/platform/approvals/${String(approval_id)}/approve`, { payload_hash }, owner);
}

/** Kills the daemon while acts are asked for, approved and carried out, and starts it again. */
async function killDuringApprovals(fixture: Fixture, acts: readonly Act[]): Promise<number> {
  const { random, home, post } = fixture;
  const afterMs = random.below(60 + acts.length * 25);
  const work = (async () => {
    for (const act of acts) await askAndApprove(fixture, act);
  })().catch(ignoreDisconnection);
  await wait(afterMs);
  await fixture.daemon.kill();
  await work;
  fixture.daemon = await startDaemon(home, post.dovecot);
  return afterMs;
}

/** A killed daemon does not answer. */
function ignoreDisconnection(thrown: unknown): void {
  if (!(thrown instanceof TypeError)) throw thrown;
}

/** Asks and approves what a kill has prevented, and waits until each act has ended. */
async function untilEnded(fixture: Fixture, acts: readonly Act[]): Promise<void> {
  for (const act of acts) {
    const known = fixture.asked.get(act.key);
    if (known === undefined || (await approvalOf(fixture, known)).status === 'pending')
      await askAndApprove(fixture, act);
  }
  const isEnded = async () => {
    for (const act of acts) {
      const { ended_at } = await approvalOf(fixture, fixture.asked.get(act.key)!);
      if (ended_at === null) return false;
    }
    return true;
  };
  await until('every approved act has ended', isEnded, { withinMs: syncCeilingMs, everyMs: 100 });
}

/** The states of the approvals, and how often each act was done. */
async function outcomeOf(fixture: Fixture, acts: readonly Act[]) {
  const { home, daemon, post } = fixture;
  const isQuiet = async () => {
    const { sends } = await daemon.ask('outbox.list', { limit: 1000 });
    const { waiting } = await daemon.ask('mutations.history', { limit: 1 });
    return waiting === 0 && sends.every(({ state }) => state !== 'queued' && state !== 'sending');
  };
  await until('all is sent and stored on the server', isQuiet, { withinMs: syncCeilingMs, everyMs: 250 });
  const starred = countsOf(
    storedRows(
      home,
      sql`
    SELECT m.message_id AS id, count(*) AS n FROM operations o JOIN mutations mu ON mu.id = o.mutation
    JOIN messages m ON m.id = o.message WHERE mu.kind = 'star' GROUP BY m.message_id`,
    ),
  );
  const queued = countsOf(storedRows(home, sql`SELECT draft_id AS id, count(*) AS n FROM outbox GROUP BY draft_id`));
  const isInDoubt = new Set(
    storedRows<{ draft_id: string }>(home, sql`SELECT draft_id FROM outbox WHERE state = 'unknown'`).map(
      ({ draft_id }) => draft_id,
    ),
  );
  const bob = await openSecondClient(post.dovecot, post.dovecot.users[1]!);
  let arrived = new Map<string, number>();
  const isSend = ({ path }: Act) => path.endsWith('/send-stored');
  const allArrived = async () => {
    arrived = await subjectsIn(bob, 'INBOX');
    return acts.every((act) => !isSend(act) || isInDoubt.has(act.target) || arrived.has(act.subject));
  };
  await until('all that was sent has arrived', allArrived).catch(() => undefined);
  await bob.logout();
  const states: Record<string, number> = {};
  const faults: string[] = [];
  for (const act of acts) {
    const { status } = await approvalOf(fixture, fixture.asked.get(act.key)!);
    states[status] = (states[status] ?? 0) + 1;
    const times = (isSend(act) ? queued : starred).get(act.target) ?? 0;
    const deliveries = isSend(act) ? (arrived.get(act.subject) ?? 0) : times;
    const isOnce = times === 1 && (deliveries === 1 || (deliveries === 0 && isInDoubt.has(act.target)));
    if (status === 'done' ? !isOnce : times > (status === 'unknown' ? 1 : 0))
      faults.push(`${act.subject} is ${status}; it was done ${times} times and arrived ${deliveries} times.`);
  }
  const double = storedRows<{ n: number }>(home, sql`SELECT count(*) AS n FROM approvals`)[0]?.n ?? 0;
  if (double !== acts.length) faults.push(`There are ${double} approvals for ${acts.length} acts.`);
  return { states, inDoubt: isInDoubt.size, faults: [...faults, ...loggedErrors(home)] };
}

function countsOf(rows: readonly { id: string; n: number }[]): Map<string, number> {
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function storedRows<Row>({ dataDir }: Home, query: ReturnType<typeof sql>): Row[] {
  const db = openReadOnly(join(dataDir, 'mail.db'));
  try {
    return db.all<Row>(query);
  } finally {
    db.close();
  }
}
