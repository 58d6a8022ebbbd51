import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../base/failure.ts';
import type { Contract } from '../contract.ts';
import type { Client } from './client.ts';
import { clearProgressLine, printLine, showProgressLine } from './terminal.ts';

type RepairState = z.output<Contract['repair']['state']['output']>;
type RepairRequest = 'repair.restore' | 'repair.salvage' | 'repair.startOver' | 'repair.retry';

/** A daemon that can repair its store: a running one, or one that this process opened because none runs. */
export type RepairTarget = {
  ask: Client['ask'];
  /** Resolves once the result of a repair is in place, to the daemon that runs then; undefined where none does. */
  settled(): Promise<Pick<Client, 'ask'> | undefined>;
};

const pollIntervalMs = 250;

const requestOfWord: Record<string, RepairRequest> = {
  salvage: 'repair.salvage',
  'start-over': 'repair.startOver',
  retry: 'repair.retry',
};
const wordOfChoice = { restore: 'restore NAME', salvage: 'salvage', start_over: 'start-over', retry: 'retry' } as const;

/** The words that `posthorn repair` accepts. */
export const repairWords = Object.keys(requestOfWord);

export async function repairState(target: Pick<Client, 'ask'>): Promise<RepairState> {
  return (await target.ask('repair.state', {})) as RepairState;
}

/** Prints what is wrong and what can be done, or starts the repair that `word` names. Resolves to the exit code. */
export async function repairStore(target: RepairTarget, word: string | undefined): Promise<number> {
  const request = word === undefined ? undefined : requestOfWord[word];
  if (request !== undefined) return runRepair(target, request, {});
  const state = await repairState(target);
  if (!state.problem) printLine('The mail database is in order.');
  else printProblem(state);
  return state.problem ? 1 : 0;
}

function printProblem({ problem, choices }: RepairState): void {
  if (!problem) return;
  printLine(problem.message);
  if (problem.detail) printLine(`(${problem.detail})`);
  printLine('Nothing is synced, sent or changed until you choose:');
  for (const { id, description, is_recommended } of choices) {
    const command = id === 'restore' ? 'npx posthorn restore NAME' : `npx posthorn repair ${wordOfChoice[id]}`;
    printLine(`  ${command}${is_recommended ? '   (recommended)' : ''}\n      ${description}`);
  }
}

/** Restores a backup into a store that cannot be used. Resolves to the exit code. */
export async function restoreDamaged(target: RepairTarget, name: string): Promise<number> {
  return runRepair(target, 'repair.restore', { backup: name });
}

async function runRepair(target: RepairTarget, request: RepairRequest, input: object): Promise<number> {
  await target.ask(request, input);
  const message = request === 'repair.retry' ? null : await followTask(target);
  clearProgressLine();
  const daemon = await target.settled();
  if (message !== null) printLine(message);
  const state = daemon && (await repairState(daemon));
  if (state?.problem) {
    printProblem(state);
    return 1;
  }
  printLine(daemon ? 'Posthorn is running again.' : 'The damaged files were kept. Start Posthorn to continue.');
  return 0;
}

/** The sentence about the result. Throws Failure `repair_failed`. */
async function followTask(target: RepairTarget): Promise<string | null> {
  let last: RepairState['task'] = null;
  for (;;) {
    const { task } = await repairState(target).catch((failed: unknown) => {
      // A daemon that is gone has restarted with the result.
      if (failed instanceof Failure && failed.code === 'daemon_gone')
        return { task: last && { ...last, state: 'done' } };
      throw failed;
    });
    if (!task) return null;
    if (task.state === 'failed')
      throw new Failure('unavailable', 'repair_failed', task.error ?? 'The repair failed. Nothing was changed.');
    if (task.state === 'done') return task.message;
    last = task as RepairState['task'];
    showProgressLine(task.total > 0 ? `${Math.min(99, Math.floor((100 * task.done) / task.total))}%` : 'Repairing…');
    await wait(pollIntervalMs);
  }
}

/** The daemon after a restart. Throws Failure `daemon_gone` if it does not come back within a minute. */
export async function waitForRestart(find: () => Promise<Client | undefined>): Promise<Client> {
  for (let polls = 0; polls < restartPolls; polls++) {
    await wait(pollIntervalMs);
    const client = await find();
    if (!client) continue;
    const isBack = await repairState(client).then(
      ({ task }) => task === null,
      () => false,
    );
    if (isBack) return client;
    client.close();
  }
  throw new Failure('unavailable', 'daemon_gone', 'Posthorn did not restart within a minute. Start it again.');
}

/** Polls in a minute. */
const restartPolls = 60_000 / pollIntervalMs;
