import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { WriteDb } from '../../../store/db.ts';
import type { MutationResult } from '../apply.ts';

export type PushDeps = {
  db: WriteDb;
  clock: Clock;
  log: Log;
  onMutationResult: (result: MutationResult) => void;
};
