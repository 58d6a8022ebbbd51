import { randomFrom } from '../../daemon/demo/random.ts';
import { jsonList, sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-until.ts';
import { dovecotAccount, syncCeilingMs } from '../peers/support/dovecot-account.ts';
import { randomActor, type ActionResult, type RandomActor } from '../peers/support/random-actor.ts';
import { openRandomImapClient } from '../peers/support/random-imap-client.ts';
import { untilSettled } from '../peers/support/until-settled.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../daemon-process.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import { startProxy } from '../../testing/servers/proxy.ts';
import { trackCompletions, type MutationCompletions } from './mutation-completions.ts';
import { disrupt, type DisruptionFixture, type Disruption } from './disruptions.ts';

/** A mailbox of Dovecot, a daemon on it behind a proxy with faults, a simulated user, and another client. */
export type MutationFixture = DisruptionFixture & {
  actor: RandomActor;
  /** A connection to the store of the daemons. */
  reader: ReadDb;
  completions: MutationCompletions;
  readonly daemon: DaemonProcess;
  /** Records an action and returns it. */
  record(action: ActionResult): ActionResult;
  /** Causes a fault; `meanwhile` is what the other client does before the fault is over. */
  disrupt(disruption: Disruption, meanwhile?: () => Promise<void>): Promise<void>;
  /** Resolves when everything was pushed to the server. */
  untilPushed(): Promise<void>;
  /** Resolves when the next sync has confirmed it too. */
  untilConfirmed(): Promise<void>;
  close(): Promise<void>;
};

export type MutationFixtureOptions = {
  dovecot: Dovecot;
  user: MailUser;
  seed: number;
  onDisruption?: (what: string) => void;
  onAction?: (what: string) => void;
};

/** Returns the fixture after the first sync of the mailbox. */
export async function openMutationFixture({
  dovecot,
  user,
  seed,
  ...callbacks
}: MutationFixtureOptions): Promise<MutationFixture> {
  const proxy = await startProxy(dovecot.imapPort);
  const home = makeHome([{ ...dovecotAccount(dovecot, user), port: proxy.port }]);
  const client = await openRandomImapClient(dovecot, user, seed, { keepsMarked: true });
  const fixture = { dovecot, user, home, proxy, client, random: randomFrom(seed + 1) };
  const completions = trackCompletions();
  let daemon = await startDaemon(home, dovecot);
  await completions.follow(daemon);
  await untilSettled(daemon);
  const reader = openReader(storeFiles(home.dataDir));
  return {
    ...fixture,
    actor: randomActor(reader, randomFrom(seed + 2)),
    reader,
    completions,
    get daemon() {
      return daemon;
    },
    record(action) {
      if (action.mutation_id !== undefined) completions.expect(action.mutation_id);
      callbacks.onAction?.(action.description);
      return action;
    },
    async disrupt(disruption, meanwhile = async () => undefined) {
      // A server never assigns the UID that a client has just looked up to another message; these files would.
      if (disruption === 'renumber') await untilConfirmed(daemon, reader);
      const { daemon: next, what } =
        disruption === 'cut'
          ? { daemon, what: cutAfterRandomBytes(fixture) }
          : await disrupt(fixture, disruption, { daemon, meanwhile });
      callbacks.onDisruption?.(what);
      if (next !== daemon) await completions.follow(next);
      daemon = next;
    },
    untilPushed: () =>
      until('everything was pushed to the server', () => countOpen(reader, unpushedStates) === 0, {
        withinMs: syncCeilingMs,
      }),
    untilConfirmed: () => untilConfirmed(daemon, reader),
    async close() {
      completions.close();
      reader.close();
      await daemon.kill();
      await client.close();
      await proxy.stop();
      home.remove();
    },
  };
}

/** During the next push, or during a pass. */
function cutAfterRandomBytes({ proxy, random }: DisruptionFixture): string {
  const bytes = random.below(10 ** random.between(2, 5));
  proxy.breakAfterReceived(bytes);
  return `cut: after ${bytes} bytes`;
}

const unpushedStates = ['new', 'queued', 'sending', 'unsure'];

function countOpen(reader: ReadDb, states: readonly string[]): number {
  return (
    reader.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM operations WHERE state IN (SELECT value FROM json_each(${jsonList(states)}))`)?.n ?? 0
  );
}

/** Waits until the server has all changes of `reader` and a sync has read them back. Each pass can settle what was pushed before it began. */
export async function untilConfirmed(daemon: DaemonProcess, reader: ReadDb): Promise<void> {
  await until(
    'a sync has confirmed everything',
    async () => {
      await untilSettled(daemon);
      return countOpen(reader, [...unpushedStates, 'landed']) === 0;
    },
    { withinMs: 2 * syncCeilingMs },
  );
}
