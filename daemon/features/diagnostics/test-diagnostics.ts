import type { TestContext } from 'node:test';
import { join } from 'node:path';
import type { Caller } from '../../handler-types.ts';
import { openWritable, type WriteDb } from '../../store/db.ts';
import { storeFiles } from '../../store/open.ts';
import { until } from '../../test-until.ts';
import { testFolder } from '../../test-folder.ts';
import { ada, testDaemon, type TestSettings } from '../../test-daemon.ts';
import type { RepairAction } from './contract.ts';

const plentyOfBytes = 50_000_000_000;

/** A synced daemon with enough disk space, and a doctor that audits the whole store by default. */
export async function diagnosticsDaemon(
  t: Pick<TestContext, 'after'>,
  { options, dataDir = join(testFolder(), 'data'), ...settings }: TestSettings = {},
) {
  const daemon = await testDaemon(t, {
    accounts: [{ ...ada, count: 40 }],
    dataDir,
    ...settings,
    options: { freeBytes: async () => plentyOfBytes, ...options },
  });
  await daemon.synced();
  const report = async (input: object = { deep: true }, caller: Caller = { origin: 'web' }) =>
    (await daemon.ask('diagnostics.report', input, caller)).report;
  return {
    ...daemon,
    dataDir,
    report,
    /** The codes of the problems. A missing backup does not count. */
    problemCodes: async (input?: object) =>
      (await report(input)).findings.filter(({ severity }) => severity !== 'info').map(({ code }) => code),
    /** Starts a repair and waits until it ends. */
    async repair(action: RepairAction) {
      const { job_id } = await daemon.ask('diagnostics.repair', { action }, { origin: 'web' });
      if (job_id === null) return;
      await until(
        'the repair has ended',
        async () => (await daemon.ask('jobs.get', { job_id })).job.status !== 'running',
      );
    },
    /** Writes directly into the store, without the checks that keep it consistent. */
    damage(work: (db: WriteDb) => void, file: 'mail' | 'index' = 'mail') {
      const db = openWritable(storeFiles(dataDir)[file], { durability: 'normal' });
      work(db);
      db.close();
    },
  };
}
