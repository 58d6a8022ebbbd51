import { randomFrom } from '../../daemon/providers/fake/random.ts';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { auditStore } from '../peers/audit.ts';
import { accountOf } from '../peers/daemon-on-dovecot.ts';
import { openRandomClient } from '../peers/random-client.ts';
import { openSecondClient, serverFolders, type ServerFolder } from '../peers/second-client.ts';
import { untilSettled } from '../peers/settled.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../process.ts';
import type { Dovecot, MailUser } from '../servers/dovecot.ts';
import { startProxy } from '../servers/proxy.ts';
import { complaintsIn } from './kills.ts';
import { makeTrouble, type Scene, type Trouble } from './troubles.ts';

/** So many changes of the second client, and a trouble among them. */
export type Round = { changes: number; trouble: Trouble };

/** What became of a mailbox that was synced through all that. */
export type Aftermath = {
  messages: number;
  /** What is wrong with the store in the end, a sentence each. */
  faults: string[];
  /** How many messages a new process fetched when nothing had changed any more. */
  fetchedWhenQuiet: number;
};

export type Chaos = {
  dovecot: Dovecot;
  user: MailUser;
  rounds: readonly Round[];
  seed: number;
  onTrouble?: (what: string) => void;
  onChange?: (what: string) => void;
};

/** The troubles in an order of chance, with the changes spread evenly between them. */
export function chaosRounds({
  changes,
  troubles,
  seed,
}: {
  changes: number;
  troubles: Partial<Record<Trouble, number>>;
  seed: number;
}): Round[] {
  const random = randomFrom(seed);
  const all = Object.entries(troubles).flatMap(([trouble, count]) => Array<Trouble>(count).fill(trouble as Trouble));
  const mixed = all
    .map((trouble) => ({ trouble, place: random.next() }))
    .toSorted((one, other) => one.place - other.place);
  const until = (round: number) => Math.floor((round * changes) / all.length);
  return mixed.map(({ trouble }, round) => ({ trouble, changes: until(round + 1) - until(round) }));
}

/**
 * Syncs the mailbox of `user` from nothing while another client changes it at random and the troubles of `rounds` come;
 * when all is quiet, syncs once more, and compares store, index and server.
 */
export async function surviveChaos(chaos: Chaos): Promise<Aftermath> {
  const { dovecot, user, seed } = chaos;
  const proxy = await startProxy(dovecot.imapPort);
  const home = makeHome([{ ...accountOf(dovecot, user), port: proxy.port }]);
  const client = await openRandomClient(dovecot, user, seed);
  const scene = { dovecot, user, home, proxy, client, random: randomFrom(seed + 1) };
  let daemon = await startDaemon(home, dovecot);
  try {
    for (const round of chaos.rounds) daemon = await takeRound(scene, chaos, daemon, round);
    await untilSettled(daemon);
    await daemon.stop();
    chaos.onTrouble?.('quiet: what is stored is compared with what the server holds');
    const faults = await faultsOf(home, dovecot, user);
    daemon = await startDaemon(home, dovecot);
    const fetchedWhenQuiet = await untilSettled(daemon);
    const { total_messages: messages } = await daemon.ask('admin.status', {});
    return { messages, faults, fetchedWhenQuiet };
  } finally {
    await daemon.kill();
    await client.close();
    await proxy.stop();
    home.remove();
  }
}

/** Gives the daemon that runs afterwards. */
async function takeRound(
  scene: Scene,
  { onTrouble, onChange }: Chaos,
  running: DaemonProcess,
  { changes, trouble }: Round,
): Promise<DaemonProcess> {
  const change = async (count: number) => {
    for (let made = 0; made < count; made++) {
      const what = await scene.client.change();
      onChange?.(what);
    }
  };
  const early = scene.random.below(changes + 1);
  await change(early);
  const meanwhile = () => change(changes - early);
  const { daemon, what } = await makeTrouble(scene, trouble, { daemon: running, meanwhile });
  onTrouble?.(what);
  return daemon;
}

/** What is wrong with the store of a daemon that is not running, compared with what its server holds. */
export async function faultsOf(home: Home, dovecot: Dovecot, user: MailUser): Promise<string[]> {
  const client = await openSecondClient(dovecot, user);
  try {
    const server = await serverFolders(client);
    return [...auditStore(home.dataDir, server), ...foldersAgree(home, server), ...complaintsIn(home)];
  } finally {
    await client.logout();
  }
}

/** The folders that are shown are those that the server has. */
function foldersAgree({ dataDir }: Home, server: readonly ServerFolder[]): string[] {
  const db = openReader(storeFiles(dataDir));
  try {
    const shown = db
      .all<{ path: string }>(sql`SELECT provider_id AS path FROM labels WHERE synthetic = 0 AND selectable = 1`)
      .map(({ path }) => path)
      .toSorted();
    const held = server.map(({ path }) => path).toSorted();
    return shown.join() === held.join() ? [] : [`The folders ${shown.join()} are shown instead of ${held.join()}.`];
  } finally {
    db.close();
  }
}
