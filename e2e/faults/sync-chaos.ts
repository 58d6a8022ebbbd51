import { randomFrom } from '../../daemon/demo/random.ts';
import { sql } from '../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../daemon/store/open.ts';
import { auditStore } from '../peers/support/store-audit.ts';
import { dovecotAccount } from '../peers/support/dovecot-account.ts';
import { openRandomImapClient } from '../peers/support/random-imap-client.ts';
import { openSecondClient, serverFolders, type ServerFolder } from '../peers/support/second-client.ts';
import { untilSettled } from '../peers/support/until-settled.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../daemon-process.ts';
import type { Dovecot, MailUser } from '../../testing/servers/dovecot.ts';
import { startProxy } from '../../testing/servers/proxy.ts';
import { loggedErrors } from './sync-kills.ts';
import { disrupt, type DisruptionFixture, type Disruption } from './disruptions.ts';

/** This many changes of the second client, and a fault among them. */
export type ChaosRound = { changes: number; disruption: Disruption };

/** The result of a sync under these faults. */
export type SyncChaosResult = {
  messages: number;
  /** A sentence for each fault of the store at the end. */
  faults: string[];
  /** How many messages a new process fetched when nothing had changed any more. */
  fetchedWhenIdle: number;
};

type SyncChaosOptions = {
  dovecot: Dovecot;
  user: MailUser;
  rounds: readonly ChaosRound[];
  seed: number;
  onDisruption?: (what: string) => void;
  onChange?: (what: string) => void;
};

/** The faults in random order, with the changes spread evenly between them. */
export function chaosRounds({
  changes,
  disruptions,
  seed,
}: {
  changes: number;
  disruptions: Partial<Record<Disruption, number>>;
  seed: number;
}): ChaosRound[] {
  const random = randomFrom(seed);
  const all = Object.entries(disruptions).flatMap(([disruption, count]) =>
    Array<Disruption>(count).fill(disruption as Disruption),
  );
  const shuffled = all
    .map((disruption) => ({ disruption, order: random.fraction() }))
    .toSorted((one, other) => one.order - other.order);
  const until = (round: number) => Math.floor((round * changes) / all.length);
  return shuffled.map(({ disruption }, round) => ({ disruption, changes: until(round + 1) - until(round) }));
}

/**
 * Syncs the mailbox of `user` from the beginning while another client changes it at random and the faults of `rounds`
 * occur; when all is quiet, syncs once more, and compares store, index and server.
 */
export async function runSyncChaos(options: SyncChaosOptions): Promise<SyncChaosResult> {
  const { dovecot, user, seed } = options;
  const proxy = await startProxy(dovecot.imapPort);
  const home = makeHome([{ ...dovecotAccount(dovecot, user), port: proxy.port }]);
  const client = await openRandomImapClient(dovecot, user, seed);
  const fixture = { dovecot, user, home, proxy, client, random: randomFrom(seed + 1) };
  let daemon = await startDaemon(home, dovecot);
  try {
    for (const round of options.rounds) daemon = await runRound(fixture, options, daemon, round);
    await untilSettled(daemon);
    await daemon.stop();
    options.onDisruption?.('quiet: what is stored is compared with what the server holds');
    const faults = await faultsOf(home, dovecot, user);
    daemon = await startDaemon(home, dovecot);
    const fetchedWhenIdle = await untilSettled(daemon);
    const { total_messages: messages } = await daemon.ask('admin.status', {});
    return { messages, faults, fetchedWhenIdle };
  } finally {
    await daemon.kill();
    await client.close();
    await proxy.stop();
    home.remove();
  }
}

/** Returns the daemon that runs afterwards. */
async function runRound(
  fixture: DisruptionFixture,
  { onDisruption, onChange }: SyncChaosOptions,
  running: DaemonProcess,
  { changes, disruption }: ChaosRound,
): Promise<DaemonProcess> {
  const change = async (count: number) => {
    for (let index = 0; index < count; index++) {
      const what = await fixture.client.change();
      onChange?.(what);
    }
  };
  const early = fixture.random.below(changes + 1);
  await change(early);
  const meanwhile = () => change(changes - early);
  const { daemon, what } = await disrupt(fixture, disruption, { daemon: running, meanwhile });
  onDisruption?.(what);
  return daemon;
}

/** The faults in the store of a stopped daemon, compared with its server. */
export async function faultsOf(home: Home, dovecot: Dovecot, user: MailUser): Promise<string[]> {
  const client = await openSecondClient(dovecot, user);
  try {
    const server = await serverFolders(client);
    return [...auditStore(home.dataDir, server), ...folderDifferences(home, server), ...loggedErrors(home)];
  } finally {
    await client.logout();
  }
}

/** The folders in the sidebar are those of the server. */
function folderDifferences({ dataDir }: Home, server: readonly ServerFolder[]): string[] {
  const db = openReader(storeFiles(dataDir));
  try {
    const shown = db
      .all<{ path: string }>(sql`SELECT provider_id AS path FROM labels WHERE synthetic = 0 AND selectable = 1`)
      .map(({ path }) => path)
      .toSorted();
    const serverFolders = server.map(({ path }) => path).toSorted();
    return shown.join() === serverFolders.join()
      ? []
      : [`The folders ${shown.join()} are shown instead of ${serverFolders.join()}.`];
  } finally {
    db.close();
  }
}
