import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { randomFrom } from '../../daemon/demo/random.ts';
import { openReadOnly, sql } from '../../daemon/store/db.ts';
import { until } from '../../daemon/test-until.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import { syncCeilingMs } from '../peers/support/dovecot-account.ts';
import { messageCopy, openChangeFollower, type ChangeFollower } from './change-follower.ts';
import { openMutationFixture, type MutationFixture } from './mutation-fixture.ts';
import { loggedErrors } from './sync-kills.ts';
import { deliveryFaults, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

type FollowerKillsOptions = {
  dovecot: Dovecot;
  user: MailUser;
  kills: number;
  /** Changes of the user and of another mail program before each kill, and again during it. */
  changes: number;
  seed: number;
  onKill?: (what: string) => void;
};

const wantedKinds = ['NewMessages', 'MailUpdated', 'MailRemoved'] as const;

/**
 * A program follows what changes in a mailbox, and another is sent events, while the daemon is killed (`kill -9`) again and
 * again during syncs and mutations. Returns what they were told of, and a sentence for each fault: the copy differs from the
 * mailbox, an event did not arrive or not in order, or a kill was not told of.
 */
export async function runFollowerKills({ dovecot, user, kills, changes, seed, onKill }: FollowerKillsOptions) {
  const fixture = await openMutationFixture({ dovecot, user, seed, ...(onKill && { onDisruption: onKill }) });
  const receiver = await startWebhookReceiver(randomFrom(seed + 3));
  const following = new AbortController();
  try {
    const { webhook } = await fixture.daemon.ask('webhooks.create', {
      name: 'Follower',
      url: receiver.url,
      events: [...wantedKinds],
    });
    const follower = await openChangeFollower(fixture.daemon, () => storedIds(fixture));
    const done = keepFollowing(follower, fixture, following.signal);
    for (let number = 0; number < kills; number++) {
      await change(fixture, changes);
      const work = change(fixture, changes).catch(ignoreDisconnection);
      await fixture.disrupt('kill', async () => void (await fixture.client.change()));
      await work;
    }
    await fixture.untilConfirmed();
    following.abort();
    await done;
    await follower.follow(fixture.daemon);
    const faults = [
      ...follower.faults,
      ...(await copyFaults(follower, fixture)),
      ...(await eventFaults(fixture, { webhook, receiver, kills })),
      ...loggedErrors(fixture.home),
    ];
    const repeated = receiver.deliveries.length - new Set(receiver.deliveries.map(({ seq }) => seq)).size;
    const { copy, destroyed } = follower;
    return { messages: copy.size, removed: destroyed.size, events: receiver.deliveries.length, repeated, faults };
  } finally {
    following.abort();
    await fixture.close();
    await receiver.stop();
  }
}

/** Changes of the user, with changes of the other mail program between them. */
async function change({ actor, client, daemon }: MutationFixture, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    await actor.act(daemon);
    if (made % 2 === 0) await client.change();
  }
}

/** Follows all the time; a killed daemon is asked again when another runs. */
async function keepFollowing(follower: ChangeFollower, fixture: MutationFixture, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await follower.follow(fixture.daemon).catch(ignoreDisconnection);
    await wait(20);
  }
}

/** A killed daemon does not answer. */
function ignoreDisconnection(thrown: unknown): void {
  if (!(thrown instanceof TypeError)) throw thrown;
}

function storedIds({ reader }: MutationFixture): string[] {
  return reader.all<{ message_id: string }>(sql`SELECT message_id FROM messages`).map(({ message_id }) => message_id);
}

async function copyFaults({ copy }: ChangeFollower, fixture: MutationFixture): Promise<string[]> {
  const faults: string[] = [];
  const stored = new Set(storedIds(fixture));
  for (const id of copy.keys()) if (!stored.has(id)) faults.push(`${id} is gone, and the copy still has it.`);
  for (const id of stored) {
    const [kept, now] = [copy.get(id), await messageCopy(fixture.daemon, id)];
    if (JSON.stringify(kept) !== JSON.stringify(now))
      faults.push(`${id} is ${JSON.stringify(now)}, and the copy has ${JSON.stringify(kept)}.`);
  }
  return faults;
}

type Deliveries = { webhook: { webhook_id: string; delivered_seq: number }; receiver: WebhookReceiver; kills: number };

async function eventFaults(fixture: MutationFixture, { webhook, receiver, kills }: Deliveries): Promise<string[]> {
  const recorded = () => recordedEvents(fixture, webhook.delivered_seq);
  const isDelivered = async () => {
    const { webhooks } = await fixture.daemon.ask('webhooks.list', {});
    return (webhooks[0]?.delivered_seq ?? 0) >= (recorded().at(-1)?.seq ?? 0);
  };
  await until('every event was accepted', isDelivered, { withinMs: syncCeilingMs });
  const events = recorded();
  const announced = events.filter(({ kind }) => kind === 'EventsLagged').length;
  return [
    ...deliveryFaults(webhook.webhook_id, receiver.deliveries, events),
    // What was to be announced in the moment of a kill is not recorded, and a program has to know it.
    ...(announced === kills ? [] : [`Programs were told of ${announced} interruptions, and there were ${kills}.`]),
  ];
}

/** The recorded events that a webhook for `wantedKinds` is sent. */
function recordedEvents({ home }: MutationFixture, after: number): { seq: number; kind: string }[] {
  const db = openReadOnly(join(home.dataDir, 'activity.db'));
  try {
    const wanted = new Set<string>([...wantedKinds, 'EventsLagged']);
    return db
      .all<{ seq: number; kind: string }>(sql`SELECT seq, kind FROM events WHERE seq > ${after} ORDER BY seq`)
      .filter(({ kind }) => wanted.has(kind));
  } finally {
    db.close();
  }
}
