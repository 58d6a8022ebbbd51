/**
 * `npm run bench -- write-wait [--size 20000]`: how long a request on the HTTP thread waits for its turn to write `mail.db`
 * while mail is ingested. Core and features are the daemon's; the writes go through the same connection.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { systemClock as clock } from '../../daemon/base/clock.ts';
import { openLog } from '../../daemon/base/log.ts';
import { startLoops } from '../../daemon/base/loop.ts';
import { openConfig } from '../../daemon/config/live-config.ts';
import { openCore, type Core } from '../../daemon/core.ts';
import { demoAccounts } from '../../daemon/demo/accounts.ts';
import { createFeatureHost } from '../../daemon/feature-host.ts';
import { features } from '../../daemon/features.ts';
import { createFakeProvider } from '../../daemon/providers/fake/provider.ts';
import { createFakeSender } from '../../daemon/providers/fake/sender.ts';
import { sql, type WriteDb } from '../../daemon/store/db.ts';
import { printFigures, quantile } from './report/table.ts';

/** The interval between writes. */
const writeEveryMs = 20;

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

/** A daemon whose core is at hand, with the connection that requests write through. */
async function startIntake(dataDir: string) {
  const demo = demoAccounts(messages);
  const configFile = join(dataDir, 'config.toml');
  const tables = demo.map(
    ({ key, name, email }) =>
      `[accounts.${key}]\nname = ${JSON.stringify(name)}\nemail = "${email}"\nsync = { type = "fake" }\n`,
  );
  writeFileSync(configFile, tables.join('\n'));
  const log = openLog({ file: join(dataDir, 'daemon.log') });
  const host = createFeatureHost(features, () => core);
  const core: Core = await openCore(
    {
      paths: { instance: 'bench', dataDir: join(dataDir, 'data') },
      config: openConfig({ configFile }, { log }),
      log,
      version: '0',
      openProvider: async (key) => createFakeProvider({ ...(demo.find((each) => each.key === key) ?? demo[0]), clock }),
      openSender: async () => createFakeSender(),
    },
    {
      ...host,
      dispatch: () => Promise.reject(new Error('nothing is requested here')),
      requestOf: () => undefined,
      requestStop: () => undefined,
      onUserAction: () => undefined,
      onPauseChange: () => undefined,
      stopBackground: () => undefined,
    },
  );
  const { mail, workers, events, disk } = core;
  const synced = new Promise<void>((resolve) => {
    const left = new Set(core.allAccounts().map(({ account_id }) => account_id));
    events.subscribe((recorded) => {
      for (const event of recorded) if (event.event === 'SyncFinished') left.delete(event.account_id);
      if (left.size === 0) resolve();
    });
  });
  const running = startLoops(await host.openBackground(), { clock, log, disk });
  workers.notifyIndexer('start');
  return {
    mail,
    synced: synced.then(() => workers.indexer.ask('whenIdle', undefined)),
    async stop() {
      await running.stop();
      await Promise.all([workers.reader.stop(), workers.checker.stop()]);
      await core.close();
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
