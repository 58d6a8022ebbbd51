import { dirname } from 'node:path';
import { until, type UntilOptions } from '../../../daemon/test-until.ts';
import { flagsOf } from '../../../testing/servers/imap/folder.ts';
import type { Mailbox } from '../../../testing/servers/imap/mailbox.ts';
import type { SmtpSink } from '../../../testing/servers/smtp-sink.ts';
import { startDaemon, type DaemonProcess, type Home, type StartOptions } from '../../daemon-process.ts';
import { hashOf, type ServerFolder } from '../../peers/support/second-client.ts';
import { auditStore } from '../../peers/support/store-audit.ts';
import { openOneAccount } from '../one-account.ts';
import { buildWriteFaults, type WriteFaults } from './write-faults.ts';

/** Each poll is a request, which the daemon has to answer beside its work. */
const polling: UntilOptions = { everyMs: 40 };

/** One account on servers of this process, and the daemon whose writes fail. */
export type Fixture = {
  home: Home;
  mailbox: Mailbox;
  sink: SmtpSink;
  faults: WriteFaults;
  start: StartOptions;
  daemon(): DaemonProcess;
  account_id: string;
  /** Kills the daemon if it still runs, and starts another one. */
  restart(): Promise<void>;
  /** Stops the daemon in good order, compares its store with the server and with itself, and starts another one. */
  audit(): Promise<string[]>;
  end(): Promise<void>;
};

/** Which program the daemon is. */
export type FixtureProgram = Pick<StartOptions, 'isBundled'>;

export async function openFixture(program: FixtureProgram): Promise<Fixture> {
  const { home, mailbox, sink, caFile, end } = await openOneAccount();
  const faults = buildWriteFaults();
  const start: StartOptions = {
    ...program,
    caFile,
    hasShortWaits: true,
    env: faults.environment(dirname(home.dataDir)),
  };
  let daemon = await startDaemon(home, start);
  const restart = async () => {
    faults.disarm();
    await daemon.kill();
    daemon = await startDaemon(home, start);
  };
  const { accounts } = await daemon.ask('accounts.list', {});
  return {
    home,
    mailbox,
    sink,
    faults,
    start,
    daemon: () => daemon,
    account_id: accounts[0]?.account_id ?? '',
    restart,
    async audit() {
      await passEnded(daemon);
      await daemon.stop();
      const found = auditStore(home.dataDir, serverFoldersOf(mailbox));
      daemon = await startDaemon(home, start);
      return found;
    },
    async end() {
      faults.disarm();
      await daemon.kill();
      faults.remove();
      await end();
    },
  };
}

/** Waits for a sync pass that begins now. */
async function passEnded(daemon: DaemonProcess): Promise<void> {
  const ended = async () => {
    const { sync_statuses } = await daemon.ask('admin.status', {});
    return sync_statuses[0]?.sync_in_progress ? undefined : sync_statuses[0]?.last_success_at;
  };
  let before: string | null | undefined;
  await until('no sync pass runs', async () => (before = await ended()) !== undefined, polling);
  await daemon.ask('sync.start', {});
  await until('a sync pass has ended', async () => ((await ended()) ?? before) !== before, polling);
}

function serverFoldersOf(mailbox: Mailbox): ServerFolder[] {
  return mailbox.folders.map(({ path, uidvalidity, placements }) => ({
    path,
    uidvalidity,
    total: placements.length,
    unseen: placements.filter(({ message }) => !message.flags.has('\\Seen')).length,
    messages: placements.map((placement) => ({
      uid: placement.uid,
      flags: flagsOf(placement),
      hash: hashOf(placement.message.bytes),
    })),
  }));
}

/** Waits until the daemon has nothing left to do: its disk stores, all mail of the server is here and can be found. */
export async function untilQuiet({ daemon, mailbox, account_id }: Fixture): Promise<void> {
  let last: unknown;
  const isQuiet = async () => {
    const { disk, sync_statuses, search_coverage, total_messages } = await daemon().ask('admin.status', {});
    const [sync] = sync_statuses;
    last = { disk, sync, search_coverage, total_messages };
    const onServer = new Set(
      mailbox.folders.flatMap(({ placements }) => placements.map(({ message }) => hashOf(message.bytes))),
    );
    const isSynced = sync?.healthy === true && !sync.sync_in_progress && total_messages === onServer.size;
    if (disk === null && !isSynced && sync && !sync.sync_in_progress) await daemon().ask('sync.start', { account_id });
    return disk === null && isSynced && search_coverage.indexed === search_coverage.stored;
  };
  await until('the daemon has nothing left to do', isQuiet, polling).catch((timeout: unknown) => {
    throw new Error(`The daemon was not quiet: ${JSON.stringify(last)}`, { cause: timeout });
  });
}
