import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { flushFolder, writePrivately } from '../config/private-file.ts';
import { damageRecordName } from './damage.ts';

/** A restore whose files are staged. The next start completes it before it opens any file of the profile. */
type StagedRestore = {
  job_id: string;
  /** The name of the backup, or of what else replaces the store. */
  backup: string;
  /** A sentence about the result; absent for a backup that was restored whole. */
  outcome?: string;
  started_at: number;
  bytes: number;
  /** The folder, in the data folder, that the present files are moved to. */
  before: string;
  /** The replaced parts of the store; absent means all. */
  replaces?: readonly StorePart[];
  /** Files of the configuration: their names in the staging folder, and their targets. */
  config: { name: string; file: string }[];
};

/** The present files are put aside, the staged files are moved in, the configuration is replaced. Each step is idempotent. */
const steps = ['put aside', 'move in', 'configure'] as const;
type Step = (typeof steps)[number];
type Journal = StagedRestore & { step: Step };

/** Called before each change on the disk. */
type OnStep = (what: string) => void;

type StorePart = (typeof storeParts)[number];
const storeParts = ['mail.db', 'activity.db', 'blobs'] as const;
const databaseSuffixes = ['', '-wal', '-shm'];

function filesOfPart(part: StorePart): string[] {
  return part === 'blobs' ? [part] : databaseSuffixes.map((end) => `${part}${end}`);
}

/** Where the files of a restore are collected while the daemon runs. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restore.pending');
}

/** Whether the next start completes a restore. */
export function isStaged(dataDir: string): boolean {
  return existsSync(journalFile(dataDir));
}

/** An unused name in the data folder for the files that a restore at the time `stamp` puts aside. */
export function unusedBackupFolderName(dataDir: string, stamp: string): string {
  const names = [
    `before-restore-${stamp}`,
    ...Array.from({ length: 100 }, (_, n) => `before-restore-${stamp}-${n + 2}`),
  ];
  const free = names.find((name) => !existsSync(join(dataDir, name)));
  if (free === undefined) throw new Error('a hundred restores were made in one second');
  return free;
}

/** Records that all files are in the staging folder and flushed. From now on the restore is completed, never reverted. */
export function markStaged(dataDir: string, restore: StagedRestore): void {
  saveJournal(dataDir, { ...restore, step: 'put aside' });
}

/**
 * Completes a staged restore, if there is one; removes a staging folder that is incomplete. If the process is killed at any
 * time, the next call continues. The present files are not lost: they move to the folder that `before` names. The caller must
 * hold the instance lock and must not have opened any file. Throws Failure `restore_incomplete`.
 */
export function completeRestore(dataDir: string, onStep: OnStep = () => undefined): void {
  const staging = stagingFolder(dataDir);
  if (!existsSync(staging)) return;
  const journal = readJournal(dataDir);
  if (!journal) return rmSync(staging, { recursive: true, force: true });
  try {
    runSteps(dataDir, journal, onStep);
  } catch (cause) {
    const sentence =
      `The restore of ${journal.backup} couldn’t be put in place: ${systemReason(cause)}. Nothing is lost: what was ` +
      `there is in ${join(dataDir, journal.before)}. Remove the cause and start Posthorn again to continue.`;
    throw new Failure('unavailable', 'restore_incomplete', sentence, { cause, retryable: true });
  }
}

function runSteps(dataDir: string, journal: Journal, onStep: OnStep): void {
  for (const step of steps.slice(steps.indexOf(journal.step))) {
    if (step !== journal.step) {
      onStep(`note that the next step is to ${step}`);
      saveJournal(dataDir, { ...journal, step });
    }
    stepActions[step](dataDir, journal, onStep);
  }
  onStep('note what was done');
  renameSync(journalFile(dataDir), outcomeFile(dataDir));
  flushFolder(dataDir);
  onStep('remove the staging folder');
  rmSync(stagingFolder(dataDir), { recursive: true, force: true });
}

const stepActions: Record<Step, (dataDir: string, journal: Journal, onStep: OnStep) => void> = {
  'put aside': putAside,
  'move in': moveIn,
  configure,
};

function putAside(dataDir: string, { before, replaces = storeParts }: Journal, onStep: OnStep): void {
  const aside = join(dataDir, before);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of [...replaces.flatMap(filesOfPart), damageRecordName])
    moveIfThere(join(dataDir, name), join(aside, name), onStep);
  onStep('remove the index');
  // The index is rebuilt from mail.db.
  for (const end of databaseSuffixes) rmSync(join(dataDir, `index.db${end}`), { force: true });
  flushFolder(aside);
  flushFolder(dataDir);
}

function moveIn(dataDir: string, { replaces = storeParts }: Journal, onStep: OnStep): void {
  const staging = stagingFolder(dataDir);
  for (const name of replaces) moveIfThere(join(staging, name), join(dataDir, name), onStep);
  flushFolder(staging);
  flushFolder(dataDir);
}

function moveIfThere(from: string, to: string, onStep: OnStep): void {
  if (!existsSync(from)) return;
  onStep(`move ${from}`);
  renameSync(from, to);
}

function configure(dataDir: string, { config, before }: Journal, onStep: OnStep): void {
  for (const { name, file } of config) replaceConfig(join(stagingFolder(dataDir), name), file, before, onStep);
}

/** A copy of the present file is kept beside it. A symbolic link is followed, so that it stays a link. */
function replaceConfig(staged: string, file: string, before: string, onStep: OnStep): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const backupFile = `${target}.${before}`;
  if (existsSync(target) && !existsSync(backupFile)) {
    onStep(`keep ${target}`);
    const unfinished = `${backupFile}.unfinished`;
    copyFileSync(target, unfinished);
    renameSync(unfinished, backupFile);
    flushFolder(dirname(backupFile));
  }
  onStep(`replace ${target}`);
  writePrivately(target, readFileSync(staged, 'utf8'));
}

/** The restore that was completed last, until `clearLastRestore`. */
export function lastRestore(dataDir: string): StagedRestore | undefined {
  return readJson(outcomeFile(dataDir));
}

/** Moves the record of a restore to the folder of the files it put aside. The user may have removed that folder. */
export function clearLastRestore(dataDir: string, { before }: Pick<StagedRestore, 'before'>): void {
  mkdirSync(join(dataDir, before), { recursive: true, mode: 0o700 });
  renameSync(outcomeFile(dataDir), join(dataDir, before, 'restore.json'));
}

function journalFile(dataDir: string): string {
  return join(stagingFolder(dataDir), 'restore.json');
}

function outcomeFile(dataDir: string): string {
  return join(dataDir, 'restored.json');
}

function saveJournal(dataDir: string, journal: Journal): void {
  writePrivately(journalFile(dataDir), JSON.stringify(journal));
  // Each step relies on what is noted before it.
  flushFolder(stagingFolder(dataDir));
}

function readJournal(dataDir: string): Journal | undefined {
  return readJson(journalFile(dataDir));
}

function readJson<Content>(file: string): Content | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined;
}
