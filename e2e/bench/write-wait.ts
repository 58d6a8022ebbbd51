/**
 * `npm run bench -- write-wait [--size 20000]`: how long a request on the HTTP thread waits to write `mail.db` during
 * ingest. The parts are composed as in daemon.ts; the writes use the same connection.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { storedChangesAnnouncer } from '../../daemon/announce.ts';
import { backupDeps } from '../../daemon/backup-deps.ts';
import { untilAborted } from '../../daemon/base/abort.ts';
import { systemClock as clock } from '../../daemon/base/clock.ts';
import { startLoops } from '../../daemon/base/loop.ts';
import { thisMachine } from '../../daemon/base/machine.ts';
import { createByteSemaphore } from '../../daemon/base/byte-semaphore.ts';
import { defaultConfig } from '../../daemon/config/schema/schema.ts';
import { openSpool } from '../../daemon/features/import/spool.ts';
import { createLoops } from '../../daemon/loops.ts';
import { allAccounts, saveAccounts } from '../../daemon/mail/accounts/accounts.ts';
import { activityRecorder } from '../../daemon/mail/activity/recorder.ts';
import { openEvents } from '../../daemon/mail/events/events.ts';
import { demoAccounts } from '../../daemon/demo/accounts.ts';
import { createFakeProvider } from '../../daemon/providers/fake/provider.ts';
import { createFakeSender } from '../../daemon/providers/fake/sender.ts';
import { createSendingService } from '../../daemon/sending-service.ts';
import { sql, type WriteDb } from '../../daemon/store/db.ts';
import { openActivity, openReader } from '../../daemon/store/open.ts';
import { startWorkers } from './posthorn/workers.ts';
import { printFigures, quantile } from './report/table.ts';

/** The interval between writes. */
const writeEveryMs = 20;

const rejectRequest = () => Promise.reject(new Error('nothing is searched for here'));
const exporting = { selectMessages: rejectRequest, exportChunk: rejectRequest, fetchMissing: rejectRequest };

const { values } = parseArgs({ options: { size: { type: 'string', default: '20000' } } });
const messages = Number(values.size);
const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
try {
  await measure(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(dataDir: string): Promise<void> {
  const daemon = await startIntake(dataDir);
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const began = performance.now();
  const writes = await writeUntil(daemon.synced, daemon.mail);
  delays.disable();
  const seconds = (performance.now() - began) / 1000;
  const { waits, wholes } = writes;
  await daemon.stop();
  printFigures(
    `Writing mail.db every ${writeEveryMs} ms while ${messages} messages are taken in (${waits.length} writes)`,
    [
      { name: 'wait for the turn to write, p50', value: quantile(waits, 0.5), unit: 'ms' },
      { name: 'wait for the turn to write, p99', value: quantile(waits, 0.99), unit: 'ms', goal: { below: 20 } },
      { name: 'wait for the turn to write, max', value: quantile(waits, 1), unit: 'ms' },
      { name: 'whole write with its flush, p50', value: quantile(wholes, 0.5), unit: 'ms' },
      { name: 'whole write with its flush, p99', value: quantile(wholes, 0.99), unit: 'ms' },
      { name: 'event loop delay, p50', value: delays.percentile(50) / 1e6, unit: 'ms' },
      { name: 'event loop delay, p99', value: delays.percentile(99) / 1e6, unit: 'ms' },
      { name: 'event loop delay, max', value: delays.max / 1e6, unit: 'ms' },
      { name: 'taken in', value: messages / seconds, unit: 'messages/s' },
    ],
  );
}

/** The parts of openDaemon that ingest needs, with the connection for the writes of requests. */
async function startIntake(dataDir: string) {
  const workers = await startWorkers(dataDir);
  const { log, files, mail, ingest, indexer, hold } = workers;
  const settings = { paths: { instance: 'bench', dataDir }, config: defaultConfig, files, version: '0', log, hold };
  const activity = await openActivity(files.activity);
  const demo = demoAccounts(messages);
  const kinds = { provider_kind: 'fake', sync_kind: 'fake', send_kind: null, enabled: true };
  mail.transaction(() =>
    saveAccounts(
      mail,
      demo.map(({ key, name, email }) => ({ key, name, email, ...kinds })),
    ),
  );
  const { announce, subscribe, close } = openEvents({ db: activity, clock, log });
  const read = openReader(files);
  const announceStored = storedChangesAnnouncer({ read, announce });
  const activitySettings = () => defaultConfig().activity;
  const recording = { activity, clock, settings: activitySettings };
  const accounts = allAccounts(read);
  const synced = new Promise<void>((resolve) => {
    const left = new Set(accounts.map(({ account_id }) => account_id));
    subscribe((recorded) => {
      for (const event of recorded) if (event.event === 'SyncFinished') left.delete(event.account_id);
      if (left.size === 0) resolve();
    });
  });
  const { all } = createLoops(
    {
      read,
      write: mail,
      clock,
      log,
      progress: new Map(),
      onMutationResult: () => undefined,
      authorizeDeferred: () => undefined,
      announce,
      gate: createByteSemaphore(16_000_000),
      ingest: (batch, transfer) => ingest.ask('ingest', batch, transfer),
      placeKnownMessages: (batch) => ingest.ask('placeKnownMessages', batch),
      finishPass: (ended) => ingest.ask('finishPass', ended),
      saveFolders: (folders) => ingest.ask('syncFolders', folders),
      readInvites: async () => [],
      onStored: (account, stored) => {
        announceStored(account, stored);
        void indexer.ask('wake', undefined);
      },
      intervalMs: () => 60_000,
      machine: thisMachine,
      isRemote: () => false,
      settingsOf: () => '',
      open: async ({ key }) => {
        const account = demo.find((each) => each.key === key) ?? demo[0];
        return createFakeProvider({ ...account, clock });
      },
      openSender: async () => createFakeSender(),
      sending: createSendingService({
        read,
        clock,
        announce,
        config: { current: defaultConfig() },
        notifySender: () => undefined,
        onDraft: () => undefined,
      }),
      draftFileFetcher: { loop: { name: 'forwarded files', run: untilAborted }, notify: () => undefined },
      imports: {
        storeImportBatch: (piece) => ingest.ask('storeImportBatch', piece),
        unpackDir: join(dataDir, 'import'),
        spool: openSpool({ clock, folder: join(dataDir, 'import-files'), freeBytes: async () => null }),
      },
      backups: backupDeps({ ...settings, restart: () => undefined }),
      activity: recording,
      recorder: activityRecorder({ ...recording, read, log, isOff: false }),
      exports: { ...exporting, folder: () => dataDir, instance: 'bench' },
      blobs: files.blobs,
      cacheFolder: () => dataDir,
      counting: { count: () => rejectRequest(), isIndexed: () => true },
      sweep: { db: activity, clock, retentionDays: () => 30 },
    },
    accounts,
  );
  const running = startLoops(all, { clock, log });
  return {
    mail,
    synced: synced.then(() => indexer.ask('whenIdle', undefined)),
    async stop() {
      await running.stop();
      await workers.stop();
      close();
      read.close();
      mail.close();
      activity.close();
    },
  };
}

/** Small writes as requests make them, in sequence; sorted, with the wait and the total time of each. */
async function writeUntil(done: Promise<unknown>, mail: WriteDb): Promise<{ waits: number[]; wholes: number[] }> {
  const waits: number[] = [];
  const wholes: number[] = [];
  let isDone = false;
  const finished = done.finally(() => (isDone = true));
  while (!isDone) {
    const requestedAt = performance.now();
    mail.transaction(() => {
      waits.push(performance.now() - requestedAt);
      mail.run(sql`UPDATE accounts SET send_kind = ${`bench ${waits.length}`} WHERE id = 1`);
    });
    wholes.push(performance.now() - requestedAt);
    await wait(writeEveryMs);
  }
  await finished;
  return { waits: waits.toSorted((a, b) => a - b), wholes: wholes.toSorted((a, b) => a - b) };
}
