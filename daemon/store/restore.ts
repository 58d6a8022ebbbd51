import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, reasonOf } from '../base/failure.ts';
import { flushFolder, writePrivately } from '../config/private-file.ts';

/** What a restore that is ready has still to do. It is carried out before anything of the profile is opened. */
export type StagedRestore = {
  job_id: string;
  /** The name of the backup. */
  backup: string;
  started_at: number;
  bytes: number;
  /** The folder, in the data folder, that takes what is there now. */
  before: string;
  /** Files of the configuration: their names among the staged ones, and where they belong. */
  config: { name: string; file: string }[];
};

/** What is there is put aside; what was staged is moved in; the configuration is replaced. Each may be done twice. */
const steps = ['put aside', 'move in', 'configure'] as const;
type Step = (typeof steps)[number];
type Journal = StagedRestore & { step: Step };

/** Told before each change on the disk. */
type OnStep = (what: string) => void;

const databaseFiles = ['mail.db', 'activity.db'];
const databaseSuffixes = ['', '-wal', '-shm'];
const movedNames = [...databaseFiles.flatMap((name) => databaseSuffixes.map((end) => `${name}${end}`)), 'blobs'];

/** Where the files of a restore are gathered while the daemon runs. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restore.pending');
}

/** Whether the next start puts a restore into place. */
export function isStaged(dataDir: string): boolean {
  return existsSync(journalFile(dataDir));
}

/** A name in the data folder, not taken yet, for what a restore of this moment puts aside. */
export function unusedBackupFolderName(dataDir: string, stamp: string): string {
  const names = [
    `before-restore-${stamp}`,
    ...Array.from({ length: 100 }, (_, n) => `before-restore-${stamp}-${n + 2}`),
  ];
  const free = names.find((name) => !existsSync(join(dataDir, name)));
  if (free === undefined) throw new Error('a hundred restores were made in one second');
  return free;
}

/** Says that all files are in the staging folder and flushed: from now on the restore goes forward only. */
export function markStaged(dataDir: string, restore: StagedRestore): void {
  saveJournal(dataDir, { ...restore, step: 'put aside' });
}

/**
 * Puts a staged restore into place, where there is one; what was staged in part is removed. Whenever the process is
 * killed, the next call goes on. Nothing that was there is lost: it moves to the folder `before` names. Call it with the
 * instance lock held, before anything is opened. Throws Failure `restore_incomplete`.
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
      `The restore of ${journal.backup} could not be put into place: ${reasonOf(cause)}. Nothing is lost: what was ` +
      `there is in ${join(dataDir, journal.before)}. Remove the cause and start Posthorn again; it then goes on.`;
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

function putAside(dataDir: string, { before }: Journal, onStep: OnStep): void {
  const aside = join(dataDir, before);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of movedNames) moveIfThere(join(dataDir, name), join(aside, name), onStep);
  onStep('remove the index');
  // It is made anew from the mail.
  for (const end of databaseSuffixes) rmSync(join(dataDir, `index.db${end}`), { force: true });
  flushFolder(aside);
  flushFolder(dataDir);
}

function moveIn(dataDir: string, _journal: Journal, onStep: OnStep): void {
  const staging = stagingFolder(dataDir);
  for (const name of [...databaseFiles, 'blobs']) moveIfThere(join(staging, name), join(dataDir, name), onStep);
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

/** The file that is there is kept beside; a link is followed to what it names. */
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

/** What the restore was that was put into place last, until `forgetRestored`. */
export function lastRestore(dataDir: string): StagedRestore | undefined {
  return readJson(outcomeFile(dataDir));
}

/** The record of a restore moves to what it put aside, which somebody may have removed by now. */
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
}

function readJournal(dataDir: string): Journal | undefined {
  return readJson(journalFile(dataDir));
}

function readJson<Content>(file: string): Content | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Content) : undefined;
}
