import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openMail, openActivity, mailHistory, storeFiles } from '../../../daemon/store/open.ts';
import { openReadOnly, openWritable, sql } from '../../../daemon/store/db.ts';
import { integrityProblems } from '../../../daemon/store/integrity.ts';
import { markStaged, stagingFolder } from '../../../daemon/store/restore.ts';
import { oldestSchemas, unpackStored } from '../../../daemon/store/schemas/test-stored.ts';
import { until } from '../../../daemon/test-until.ts';
import { testFolder } from '../../../daemon/test-folder.ts';
import { makeHome, spawnDaemon, startDaemon, type Home, type StartOptions } from '../../daemon-process.ts';
import { runName, type EveryWriteOptions, type EveryWriteResult } from './every-write.ts';
import type { FixtureProgram } from './fixture.ts';
import { buildWriteFaults, type WriteFaults } from './write-faults.ts';

/** Something that a start of the daemon does to its data. */
type StartScenario = {
  /** Puts the data into the folder that the start finds. */
  prepare(dataDir: string): Promise<void>;
  /** A sentence for each thing that is wrong once a start has succeeded. */
  check(dataDir: string): string[];
};

/** The number in the header of a database that tells two stores apart. */
const marks = { present: 1, restored: 2 };

const migrations: StartScenario = {
  async prepare(dataDir) {
    unpackStored('mail', oldestSchemas.mail, dataDir);
    unpackStored('activity', oldestSchemas.activity, dataDir);
  },
  check: (dataDir) => storeFaults(join(dataDir, 'mail.db')),
};

const restore: StartScenario = {
  async prepare(dataDir) {
    await makeStore(dataDir, marks.present);
    const staging = stagingFolder(dataDir);
    mkdirSync(join(staging, 'blobs'), { recursive: true });
    await makeStore(staging, marks.restored);
    const before = 'before-restore';
    markStaged(dataDir, { job_id: '', backup: 'of today', started_at: 0, bytes: 0, before, config: [] });
  },
  check(dataDir) {
    const [mail, kept] = [join(dataDir, 'mail.db'), join(dataDir, 'before-restore', 'mail.db')];
    return [
      ...(markOf(mail) === marks.restored ? [] : ['The restored store is not in place.']),
      ...(existsSync(kept) && markOf(kept) === marks.present ? [] : ['The store from before is lost.']),
      ...(existsSync(stagingFolder(dataDir)) ? ['The staging folder is still there.'] : []),
      ...storeFaults(mail),
    ];
  },
};

export const startScenarios = { migrations, restore };
export type StartScenarioName = keyof typeof startScenarios;

async function makeStore(folder: string, mark: number): Promise<void> {
  unpackStored('mail', oldestSchemas.mail, folder);
  const mail = await openMail(join(folder, 'mail.db'));
  mail.exec(`PRAGMA application_id = ${mark}`);
  mail.close();
  (await openActivity(join(folder, 'activity.db'))).close();
  for (const name of readdirSync(folder)) if (name.includes('.before-')) rmSync(join(folder, name));
}

function markOf(file: string): number | undefined {
  const db = openReadOnly(file);
  try {
    return db.get<{ application_id: number }>(sql`PRAGMA application_id`)?.application_id;
  } finally {
    db.close();
  }
}

/** The stored databases contain the same mail in every schema. */
const counted = ['accounts', 'labels', 'messages', 'threads', 'sources', 'drafts'];
let expectedCounts: string | undefined;

function storeFaults(file: string): string[] {
  expectedCounts ??= countsOf(unpackStored('mail', oldestSchemas.mail, testFolder()));
  const db = openWritable(file, { durability: 'normal' });
  try {
    const version = db.get<{ user_version: number }>(sql`PRAGMA user_version`)?.user_version;
    const counts = countsOf(file);
    return [
      ...integrityProblems(db).map((problem) => `The database is damaged: ${problem}.`),
      ...(version === mailHistory.length ? [] : [`The schema is ${version}.`]),
      ...(counts === expectedCounts ? [] : [`The store has ${counts} rows instead of ${expectedCounts}.`]),
    ];
  } finally {
    db.close();
  }
}

function countsOf(file: string): string {
  const db = openWritable(file, { durability: 'normal' });
  try {
    return counted
      .map((table) => db.get<{ n: number }>({ text: `SELECT count(*) AS n FROM ${table}`, values: [] })?.n)
      .join(' ');
  } finally {
    db.close();
  }
}

/**
 * Starts the daemon once for each chosen fault. It starts all the same, or ends with one sentence;
 * then it starts on the same folder without a fault.
 */
export async function runEveryStart(
  name: StartScenarioName,
  { choose, ...program }: EveryWriteOptions,
): Promise<EveryWriteResult> {
  const scenario: StartScenario = startScenarios[name];
  const faults = buildWriteFaults();
  const template = testFolder();
  storeFiles(template);
  await scenario.prepare(template);
  const failures: string[] = [];
  let injected = 0;
  try {
    faults.arm();
    const { writes, found: unharmed } = await startTwice(scenario, template, { faults, program });
    failures.push(...unharmed);
    const chosen = choose(writes);
    for (const fault of chosen) {
      faults.arm(fault);
      const { found, isInjected } = await startTwice(scenario, template, { faults, program });
      injected += Number(isInjected);
      failures.push(...found.map((sentence) => `${runName(name, fault)}: ${sentence}`));
    }
    return { writes, runs: chosen.length, injected, failures };
  } finally {
    faults.remove();
  }
}

async function startTwice(
  { check }: StartScenario,
  template: string,
  { faults, program }: { faults: WriteFaults; program: FixtureProgram },
) {
  const home = makeHome([]);
  cpSync(template, home.dataDir, { recursive: true });
  const env = faults.environment(dirname(home.dataDir));
  const start: StartOptions = { ...program, caFile: '', hasShortWaits: true, env };
  try {
    const first = await startOnce(home, start, faults);
    const isInjected = faults.injected() > 0;
    const daemon = await startDaemon(home, start);
    await until('the disk can store something', async () => (await daemon.ask('admin.status', {})).disk === null);
    await daemon.stop();
    return { ...first, isInjected, found: [...first.found, ...check(home.dataDir)] };
  } catch (thrown) {
    const found = [thrown instanceof Error ? thrown.message : String(thrown)];
    return { isInjected: faults.injected() > 0, writes: faults.count(), found };
  } finally {
    home.remove();
  }
}

async function startOnce(home: Home, start: StartOptions, faults: WriteFaults) {
  const daemon = spawnDaemon(home, start);
  const refusal = await daemon.ready.then(
    () => undefined,
    (thrown: unknown) => String(thrown),
  );
  faults.disarm();
  const writes = faults.count();
  const hasStarted = refusal === undefined;
  await (hasStarted ? daemon.stop() : daemon.kill());
  const isStackShown = !hasStarted && /\n\s+at /.test(refusal);
  return { writes, found: isStackShown ? [`The refusal is no sentence: ${refusal}`] : [] };
}
