import { Argument } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Paths } from '../../config/paths.ts';
import type { Client } from '../client.ts';
import { instancePaths, notRunning, type FoundDaemon } from './address.ts';
import type { AddCommand, CommandContext, ReplyOf } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { uses } from './rows-used.ts';

type RepairState = ReplyOf<'repair.state'>;
type RepairRequest = 'repair.restore' | 'repair.salvage' | 'repair.startOver' | 'repair.retry';

/** A daemon that can repair its store: a running one, or one that this process opened because none runs. */
type RepairTarget = {
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

/** `posthorn repair`: what is wrong with the mail database, and what helps. */
export const addRepair: AddCommand = (program, run) => {
  const command = program
    .command('repair')
    .summary('Repair the mail database')
    .description(
      'Says whether the mail database is damaged and what you can do. "salvage" copies everything that can be read into a new mail database, "start-over" fetches all mail again from your servers, "retry" opens the database again. The old files are always kept.',
    )
    .addArgument(new Argument('[way]', 'what to do').choices(Object.keys(requestOfWord)))
    .action(run(repair));
  uses(command, 'repair.state', 'repair.salvage', 'repair.startOver', 'repair.retry');
};

async function repair(context: CommandContext, word: string | undefined): Promise<number> {
  return withRepairTarget(context, instancePaths(context.io), (target) => repairStore(context, target, word));
}

/** Runs `act` on the running daemon, or on the store itself where none runs. */
export async function withRepairTarget(
  context: CommandContext,
  instances: readonly Paths[],
  act: (target: RepairTarget, daemon: FoundDaemon | undefined) => Promise<number>,
): Promise<number> {
  const daemon = await context.findDaemon();
  if (daemon) {
    const settled = () => waitForRestart(context.clock, async () => (await context.findDaemon())?.client);
    return act({ ask: daemon.client.ask, settled }, daemon);
  }
  // The profile of agents is checked by a running daemon alone.
  if (context.options.agent) throw notRunning();
  const stored = storedInstance(instances);
  const { openOfflineRepair } = await import('../../offline-repair.ts');
  const target = openOfflineRepair(stored);
  return act(target, undefined).finally(target.close);
}

/** The first instance that has stored mail. Throws Failure `no_daemon` without any. */
function storedInstance(instances: readonly Paths[]): Paths {
  const found = instances.find(
    ({ dataDir }) => existsSync(join(dataDir, 'backups')) || existsSync(storedTrace(dataDir)),
  );
  if (!found) throw notRunning();
  return found;
}

/** A file that every data folder has after its first start. */
function storedTrace(dataDir: string): string {
  return join(dataDir, 'lock.db');
}

export async function repairState(target: Pick<Client, 'ask'>): Promise<RepairState> {
  return (await target.ask('repair.state', {})) as RepairState;
}

/** Prints what is wrong and what can be done, or starts the repair that `word` names. Resolves to the exit code. */
async function repairStore(context: CommandContext, target: RepairTarget, word: string | undefined): Promise<number> {
  const request = word === undefined ? undefined : requestOfWord[word];
  if (request !== undefined) return runRepair(context, target, request, {});
  const state = await repairState(target);
  context.out.answer(state, () => (state.problem ? problemText(state) : 'The mail database is in order.'));
  return state.problem ? exitCodes.failed : exitCodes.done;
}

function problemText({ problem, choices }: RepairState): string {
  const ways = choices.map(({ id, description, is_recommended }) => {
    const command = id === 'restore' ? 'posthorn restore NAME' : `posthorn repair ${wordOfChoice[id]}`;
    return `  ${command}${is_recommended ? '   (recommended)' : ''}\n      ${description}`;
  });
  const detail = problem?.detail ? [`(${problem.detail})`] : [];
  return [problem?.message, ...detail, 'Nothing is synced, sent or changed until you choose:', ...ways].join('\n');
}

/** Restores a backup into a store that cannot be used. Resolves to the exit code. */
export async function restoreDamaged(context: CommandContext, target: RepairTarget, name: string): Promise<number> {
  return runRepair(context, target, 'repair.restore', { backup: name });
}

async function runRepair(
  context: CommandContext,
  target: RepairTarget,
  request: RepairRequest,
  input: object,
): Promise<number> {
  await target.ask(request, input);
  const message = request === 'repair.retry' ? null : await followTask(context, target);
  const daemon = await target.settled();
  const state = daemon && (await repairState(daemon));
  const result = () => {
    if (state?.problem) return problemText(state);
    return daemon ? 'Posthorn is running again.' : 'The damaged files were kept. Start Posthorn to continue.';
  };
  context.out.answer({ message, is_running: daemon !== undefined, problem: state?.problem ?? null }, () =>
    [...(message === null ? [] : [message]), result()].join('\n'),
  );
  return state?.problem ? exitCodes.failed : exitCodes.done;
}

/** The sentence about the result. Throws Failure `repair_failed`. */
async function followTask({ out, clock }: CommandContext, target: RepairTarget): Promise<string | null> {
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
    out.progress(task.total > 0 ? `${Math.min(99, Math.floor((100 * task.done) / task.total))}%` : 'Repairing…');
    await clock.wait(pollIntervalMs);
  }
}

/** The daemon after a restart. Throws Failure `daemon_gone` if it does not come back within a minute. */
async function waitForRestart(clock: Clock, find: () => Promise<Client | undefined>): Promise<Client> {
  for (let polls = 0; polls < restartPolls; polls++) {
    await clock.wait(pollIntervalMs);
    const client = await find();
    if (!client) continue;
    const isBack = await repairState(client).then(
      ({ task }) => task === null,
      () => false,
    );
    if (isBack) return client;
    client.close();
  }
  throw new Failure('unavailable', 'daemon_gone', 'Posthorn didn’t restart within a minute. Start it again.');
}

/** Polls in a minute. */
const restartPolls = 60_000 / pollIntervalMs;
