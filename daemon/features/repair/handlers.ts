import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { StoreProblem } from '../../store/damage.ts';
import { repairChoices } from './choices.ts';
import type { repairRequests } from './contract.ts';
import { canSalvage } from './salvage-store.ts';
import { repairRunning, type RepairTasks } from './tasks.ts';

type RepairHandlerDeps = {
  /** What is wrong with the mail database; undefined where it is in order. */
  problem: () => StoreProblem | undefined;
  /** Whether stored mail can be read. */
  isReadable: boolean;
  dataDir: string;
  /** The path of mail.db. */
  mailFile: string;
  /** The number of backups that look sound. */
  soundBackups: () => Promise<number>;
  tasks: RepairTasks;
  restart: () => void;
};

export function repairHandlers(deps: RepairHandlerDeps): Handlers<typeof repairRequests> {
  const { problem, isReadable, tasks, restart } = deps;
  const requireProblem = () => {
    if (!problem()) throw notDamaged();
  };
  return {
    async state() {
      const found = problem();
      return {
        mode: !found ? 'normal' : isReadable ? 'read_only' : 'closed',
        problem: found ?? null,
        choices: found ? await choicesFor(deps, found) : [],
        task: tasks.current() ?? null,
        data_folder: deps.dataDir,
      };
    },
    restore({ backup }) {
      if (isReadable) requireProblem();
      return { task: tasks.start('restore', backup) };
    },
    salvage() {
      requireProblem();
      return { task: tasks.start('salvage') };
    },
    startOver() {
      requireProblem();
      return { task: tasks.start('start_over') };
    },
    retry() {
      requireProblem();
      if (tasks.isRunning()) throw repairRunning();
      restart();
      return { ok: true };
    },
  };
}

async function choicesFor({ mailFile, soundBackups }: RepairHandlerDeps, found: StoreProblem) {
  return repairChoices(found, { hasBackup: (await soundBackups()) > 0, canSalvage: canSalvage(mailFile) });
}

function notDamaged(): Failure {
  const sentence = 'The mail database is fine, so there’s nothing to repair.';
  return new Failure('conflict', 'not_damaged', sentence);
}
