import { existsSync } from 'node:fs';
import { systemClock, instantOf } from './base/clock.ts';
import { silentLog } from './base/log.ts';
import type { RepairableFile } from './config/damaged-file.ts';
import { lastGoodCopy } from './config/last-good-copy.ts';
import { openConfig } from './config/live-config.ts';
import type { Paths } from './config/paths.ts';
import { openDegradedDaemon } from './degraded-daemon.ts';
import { applyStagedRestore } from './staged-restore.ts';
import {
  readDamageRecord,
  requireMailFile,
  storeDamagedSentence,
  storeProblemOf,
  type StoreProblem,
} from './store/damage.ts';
import { openReadOnly } from './store/db.ts';
import { pageProblems } from './store/integrity.ts';
import { readIdentity } from './store/instance-lock.ts';
import { storeFiles } from './store/open.ts';
import type { RequestName } from './contract.ts';

type OfflineRepair = {
  ask(name: RequestName, input: object): Promise<unknown>;
  /** config.toml, which may be damaged too. */
  settings: RepairableFile;
  /** Puts the result of a repair into place. */
  settled(): Promise<undefined>;
  close(): void;
};

/**
 * Opens the store of an instance that does not run, for repairs only, and holds its lock meanwhile. `startFailure` is why
 * its daemon could not start, if the store itself may be in order. Throws Failure `already_running`.
 */
export function openOfflineRepair(paths: Paths, startFailure?: string): OfflineRepair {
  const config = openConfig(paths, {
    log: silentLog,
    watch: () => () => undefined,
    copy: lastGoodCopy(paths.dataDir, 'config.toml', silentLog),
  });
  const problem = offlineProblem(paths) ?? startProblem(startFailure);
  const daemon = openDegradedDaemon(
    { paths, config, log: silentLog, version: '' },
    { problem, requestStop: () => undefined },
  );
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    void daemon.close();
    config.close();
  };
  return {
    ask: (name, input) => daemon.dispatch(name, input, { origin: 'cli' }),
    settings: config,
    async settled() {
      close();
      applyStagedRestore(paths);
      return undefined;
    },
    close,
  };
}

function startProblem(message: string | undefined): StoreProblem | undefined {
  if (message === undefined) return undefined;
  return { code: 'store_unreadable', message, detail: null, found_at: instantOf(systemClock.now()) };
}

/** What is wrong with the store of an instance that does not run. Without damage a restore is what the user asked for. */
function offlineProblem({ dataDir }: Paths): StoreProblem | undefined {
  const found_at = instantOf(systemClock.now());
  const known = readDamageRecord(dataDir);
  if (known) return known;
  const files = storeFiles(dataDir);
  try {
    requireMailFile(files, () => readIdentity(dataDir)?.has_mail === true);
    if (!existsSync(files.mail)) return undefined;
    const db = openReadOnly(files.mail);
    try {
      const [detail] = pageProblems(db);
      return detail === undefined
        ? undefined
        : { code: 'store_damaged', message: storeDamagedSentence, detail, found_at };
    } finally {
      db.close();
    }
  } catch (failed) {
    const problem = storeProblemOf(failed, found_at);
    if (problem) return problem;
    throw failed;
  }
}
