import { randomFrom } from '../../daemon/providers/fake/random.ts';
import { jsonList, sql, type ReadDb } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { until } from '../../daemon/test-ceiling.ts';
import { accountOf, syncCeilingMs } from '../peers/daemon-on-dovecot.ts';
import { randomActor, type Deed, type RandomActor } from '../peers/random-actor.ts';
import { openRandomClient } from '../peers/random-client.ts';
import { untilSettled } from '../peers/settled.ts';
import { makeHome, startDaemon, type DaemonProcess } from '../process.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';
import { startProxy } from '../servers/proxy.ts';
import { countCompletions, type Completions } from './completions.ts';
import { makeTrouble, type Scene, type Trouble } from './troubles.ts';

/** A mailbox of Dovecot, a daemon on it behind a network that breaks, somebody who acts on its mail, and another program. */
export type MutationScene = Scene & {
  actor: RandomActor;
  /** On the store of the daemons. */
  reader: ReadDb;
  completions: Completions;
  readonly daemon: DaemonProcess;
  /** Notes what was done; gives it back. */
  note(deed: Deed): Deed;
  /** Makes a trouble; `meanwhile` is what the other program does before it is over. */
  suffer(trouble: Trouble, meanwhile?: () => Promise<void>): Promise<void>;
  /** Resolves when the server has been told everything. */
  tell(): Promise<void>;
  /** Resolves when it has told it back too. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type SceneWish = {
  dovecot: Dovecot;
  user: MailUser;
  seed: number;
  onTrouble?: (what: string) => void;
  onDeed?: (what: string) => void;
};

/** Opens the scene when the mailbox is synced for the first time. */
export async function openMutationScene({ dovecot, user, seed, ...on }: SceneWish): Promise<MutationScene> {
  const proxy = await startProxy(dovecot.imapPort);
  const home = makeHome([{ ...accountOf(dovecot, user), port: proxy.port }]);
  const client = await openRandomClient(dovecot, user, seed, { keepsMarked: true });
  const scene = { dovecot, user, home, proxy, client, random: randomFrom(seed + 1) };
  const completions = countCompletions();
  let daemon = await startDaemon(home, dovecot);
  await completions.follow(daemon);
  await untilSettled(daemon);
  const reader = openReader(storeFiles(home.dataDir));
  return {
    ...scene,
    actor: randomActor(reader, randomFrom(seed + 2)),
    reader,
    completions,
    get daemon() {
      return daemon;
    },
    note(deed) {
      if (deed.mutation_id !== undefined) completions.expect(deed.mutation_id);
      on.onDeed?.(deed.what);
      return deed;
    },
    async suffer(trouble, meanwhile = async () => undefined) {
      // A server gives no other message the UID that somebody has just looked up; these files would.
      if (trouble === 'renumber') await untilToldBack(daemon, reader);
      const { daemon: next, what } =
        trouble === 'cut' ? { daemon, what: cutSoon(scene) } : await makeTrouble(scene, trouble, { daemon, meanwhile });
      on.onTrouble?.(what);
      if (next !== daemon) await completions.follow(next);
      daemon = next;
    },
    tell: () =>
      until('the server has been told everything', () => countOpen(reader, untold) === 0, { withinMs: syncCeilingMs }),
    settle: () => untilToldBack(daemon, reader),
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

/** In the middle of what is told next, or of a pass. */
function cutSoon({ proxy, random }: Scene): string {
  const bytes = random.below(10 ** random.between(2, 5));
  proxy.cutAfter(bytes);
  return `cut: after ${bytes} bytes`;
}

const untold = ['new', 'queued', 'sending', 'unsure'];

function countOpen(reader: ReadDb, states: readonly string[]): number {
  return (
    reader.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM operations WHERE state IN (SELECT value FROM json_each(${jsonList(states)}))`)?.n ?? 0
  );
}

/** Each pass can settle what was told before it began. */
async function untilToldBack(daemon: DaemonProcess, reader: ReadDb): Promise<void> {
  await until(
    'the server has told everything back',
    async () => {
      await untilSettled(daemon);
      return countOpen(reader, [...untold, 'landed']) === 0;
    },
    { withinMs: 2 * syncCeilingMs },
  );
}
