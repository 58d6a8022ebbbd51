import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { Failure } from '../../daemon/base/failure.ts';
import type { Paths } from '../../daemon/config/paths.ts';
import type { RepairableFile } from '../../daemon/config/damaged-file.ts';
import type { Contract, RequestName } from '../../daemon/contract.ts';
import { openOfflineRepair } from '../../daemon/offline-repair.ts';
import type { Headless } from '../../headless/start.ts';
import type { RepairChoice, RepairOffer } from '../daemon-process/utility-protocol.ts';

type RepairState = z.output<Contract['repair']['state']['output']>;
type BackupList = z.output<Contract['backup']['list']['output']>;
type Ask = (name: RequestName, input: object) => Promise<unknown>;

/** The repairs of what keeps the mail from being opened. */
export type Repairs = {
  /** Undefined if nothing needs a repair. */
  offer(): Promise<RepairOffer | undefined>;
  /** Resolves when the repair is done. Rejects with a Failure; then everything is as before. */
  run(choice: RepairChoice, onProgress: Progress): Promise<void>;
};

type Progress = (done: number, total: number) => void;

/** The window shows this many backups. */
const maxBackups = 6;
const pollIntervalMs = 250;

/** The repairs of a running daemon, which restarts by itself after each but that of its settings. */
export function repairsOf({ dispatch, settings }: Pick<Headless, 'dispatch' | 'settings'>): Repairs {
  const ask: Ask = (name, input) => dispatch(name, input, { origin: 'human' });
  return {
    offer: () => offerOf(ask, settings),
    run: (choice, onProgress) => runRepair(choice, { ask, settings, onProgress }),
  };
}

/** The repairs of a store whose daemon could not start, because of `reason`. It is opened, and locked, only meanwhile. */
export function offlineRepairs(paths: Paths, reason: string): Repairs {
  const withStore = async <Value>(act: (target: ReturnType<typeof openOfflineRepair>) => Promise<Value>) => {
    const target = openOfflineRepair(paths, reason);
    try {
      return await act(target);
    } finally {
      target.close();
    }
  };
  return {
    offer: () => withStore(({ ask, settings }) => offerOf(ask, settings)),
    run: (choice, onProgress) =>
      withStore(async (target) => {
        await runRepair(choice, { ...target, onProgress });
        await target.settled();
      }),
  };
}

async function offerOf(ask: Ask, settings: RepairableFile): Promise<RepairOffer | undefined> {
  const { problem, choices } = (await ask('repair.state', {})) as RepairState;
  const settingsChoice = canRestore(settings)
    ? [{ id: 'settings' as const, description: `${settings.trouble} What is in the file now is kept beside it.` }]
    : [];
  if (!problem && settingsChoice.length === 0) return undefined;
  const backups = choices.some(({ id }) => id === 'restore') ? await soundBackups(ask) : [];
  return {
    problem: problem?.message ?? settings.trouble ?? '',
    choices: [...choices.map(({ id, description }) => ({ id, description })), ...settingsChoice],
    backups: backups.slice(0, maxBackups),
  };
}

async function soundBackups(ask: Ask): Promise<RepairOffer['backups']> {
  const { backups } = (await ask('backup.list', {})) as BackupList;
  return backups
    .filter(({ is_sound }) => is_sound)
    .map(({ name, made_at, bytes, messages }) => ({ name, made_at, bytes, messages }));
}

function canRestore(settings: RepairableFile): boolean {
  return settings.trouble !== undefined && settings.isRestorable;
}

const requestOf = { restore: 'repair.restore', salvage: 'repair.salvage', start_over: 'repair.startOver' } as const;

type RunDeps = { ask: Ask; settings: RepairableFile; onProgress: Progress };

async function runRepair(choice: RepairChoice, { ask, settings, onProgress }: RunDeps): Promise<void> {
  switch (choice.id) {
    case 'settings':
      settings.repair('restore');
      return;
    case 'retry':
      await ask('repair.retry', {});
      return;
    default:
      await ask(requestOf[choice.id], choice.id === 'restore' ? { backup: choice.backup } : {});
      await followTask(ask, onProgress);
  }
}

async function followTask(ask: Ask, onProgress: Progress): Promise<void> {
  for (;;) {
    const { task } = (await ask('repair.state', {})) as RepairState;
    if (!task || task.state === 'done') return;
    if (task.state === 'failed')
      throw new Failure('unavailable', 'repair_failed', task.error ?? 'The repair failed. Nothing was changed.');
    onProgress(task.done, task.total);
    await wait(pollIntervalMs);
  }
}
