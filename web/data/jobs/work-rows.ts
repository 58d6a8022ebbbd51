import type { AccountSyncStatus } from '../../../daemon/contract/fields.ts';
import type { LiveState } from '../../api/live.ts';
import { type Send } from '../queries/outbox.ts';
import { strings } from '../../i18n/strings.ts';
import { isRunning, type Job } from '../queries/jobs.ts';
import type { RunningDownload, SeenOutcomes, WorkState } from './work-tracker.ts';
import { formatNumber, formatSize } from '../../i18n/formats.ts';

const t = strings.jobs;

/** The known work of all sources. */
type WorkSources = {
  jobs: readonly Job[];
  syncs: readonly AccountSyncStatus[];
  sends: readonly Send[];
  work: Pick<WorkState, 'downloads' | 'operations' | 'seen'>;
  progress: LiveState['progress'];
};

/** Running work. */
export type RunningRow = {
  /** Identifies also its samples, from which the remaining time is estimated. */
  id: string;
  title: string;
  /** The progress in words. */
  progressText?: string | undefined;
  /** Why the work does not proceed. */
  waitReason?: string | undefined;
  /** Absent if the total is unknown. */
  bar?: { current: number; total: number } | undefined;
  cancel?: { kind: 'job'; job_id: string } | { kind: 'download'; id: number } | undefined;
  isSend?: boolean;
};

/** Work that has ended. */
export type EndedRow = {
  id: string;
  title: string;
  outcome: string;
  end: 'well' | 'badly' | 'cancelled';
  at: number;
  isUnseen: boolean;
};

/** The number of results that are shown. */
const maxEnded = 5;
const maxSends = 3;

/** All running work; work that the user asked for comes first. */
export function runningRows({ jobs, syncs, sends, work, progress }: WorkSources): RunningRow[] {
  const open = jobs.filter((job) => isRunning(job) && job.kind !== 'sync.first');
  return [
    ...downloadRows(work),
    ...open.map((job) => jobRow(job, work.operations[job.job_id])),
    ...sends.filter(isInProgress).slice(0, maxSends).map(sendRow),
    ...syncs.flatMap((status) => syncRow(status, progress[status.account_id] ?? status.progress)),
  ];
}

/** Downloads from a mail server, into this page and into a folder; those of other clients come first. */
function downloadRows({ downloads, operations }: WorkSources['work']): RunningRow[] {
  const own = new Set(downloads.map(({ attachment_id }) => attachment_id));
  const others = Object.entries(operations).filter(
    ([, { operation, attachment_id = '' }]) => isOfFile(operation) && !own.has(attachment_id),
  );
  return [
    ...others.map(([id, { message, current, total }]) => ({ id, title: message, ...sizesOf(current, total) })),
    ...downloads.map((download) => {
      const { received, total } = progressOf(download, operations);
      const cancel = { kind: 'download' as const, id: download.id };
      return { id: `download:${download.id}`, title: download.title, ...sizesOf(received, total), cancel };
    }),
  ];
}

function isOfFile(operation: string): boolean {
  return operation === 'download' || operation === 'save';
}

/** The progress of a download. Before this page receives bytes, it is the progress of the daemon. */
export function progressOf(
  { received, total, attachment_id }: RunningDownload,
  operations: WorkState['operations'],
): { received: number; total: number | undefined } {
  const [at] = received > 0 ? [] : Object.values(operations).filter((each) => each.attachment_id === attachment_id);
  return at ? { received: at.current, total: at.total ?? undefined } : { received, total };
}

function sizesOf(current: number, total: number | null | undefined): Pick<RunningRow, 'progressText' | 'bar'> {
  return total
    ? { progressText: t.sizes({ some: formatSize(current), all: formatSize(total) }), bar: { current, total } }
    : {};
}

function jobRow(
  { job_id, kind, progress, error, cancelled, can_cancel }: Job,
  operation: WorkState['operations'][string] | undefined,
): RunningRow {
  const total = operation?.total ?? progress.total;
  const current = Math.max(operation?.current ?? 0, progress.completed);
  return {
    id: job_id,
    title: titleOf(kind),
    progressText: total > 0 ? describeProgress(kind, current, total) : undefined,
    waitReason: cancelled ? t.cancelling : (error ?? undefined),
    bar: total > 0 ? { current: Math.min(current, total), total } : undefined,
    cancel: can_cancel ? { kind: 'job', job_id } : undefined,
  };
}

/** The type of a job, whichever feature of the daemon named it. */
export function titleOf(kind: string, { hasEnded = false } = {}): string {
  const section = hasEnded ? t.endedTitles : t.titles;
  const titles: Readonly<Record<string, string | undefined>> = section;
  return titles[kind.replaceAll('.', '_')] ?? (kind.startsWith('mutation.') ? section.mutation : section.other);
}

function isCountedInBytes(kind: string): boolean {
  return kind === 'restore' || kind === 'semantic.install' || kind.startsWith('backup');
}

function describeProgress(kind: string, current: number, total: number): string {
  if (isCountedInBytes(kind)) return t.sizes({ some: formatSize(current), all: formatSize(total) });
  return kind.startsWith('recount.') || kind === 'merge' || kind === 'semantic.embed'
    ? t.steps({ some: current, all: total })
    : t.messages({ some: current, all: total });
}

/** Scheduled sends are not running work, and sends that need the user are shown elsewhere. */
function isInProgress({ state, timing }: Send): boolean {
  return state === 'sending' || (state === 'queued' && timing !== 'scheduled');
}

function sendRow({ send_id, subject, words: stateText, trouble }: Send): RunningRow {
  return {
    id: send_id,
    title: t.sending({ subject: subject || strings.list.noSubject }),
    progressText: trouble ? undefined : stateText,
    waitReason: trouble?.message,
    isSend: true,
  };
}

function syncRow(
  { account_id, account_name }: AccountSyncStatus,
  progress: { current: number; total: number | null } | null,
): RunningRow[] {
  if (!progress || !progress.total) return [];
  const { current, total } = progress;
  return [
    {
      id: `sync:${account_id}`,
      title: t.syncing({ who: account_name }),
      progressText: t.messages({ some: current, all: total }),
      bar: { current: Math.min(current, total), total },
    },
  ];
}

/** Work that ended recently, newest first. Work that the user has not seen is marked as new. */
export function endedRows(jobs: readonly Job[], seen: SeenOutcomes, now: number): EndedRow[] {
  return (
    jobs
      .filter((job) => !isRunning(job) && job.kind !== 'sync.first' && job.finished_at !== null)
      // What the user did not ask for and what went well is no news.
      .filter(({ kind, status }) => kind !== 'backup.automatic' || status === 'failed')
      .map((job) => endedRow(job, seen))
      .filter(({ at, isUnseen }) => isUnseen || now - at < 24 * 3_600_000)
      .toSorted((one, other) => other.at - one.at)
      .slice(0, maxEnded)
  );
}

function endedRow(job: Job, seen: SeenOutcomes): EndedRow {
  const { job_id, status, error, finished_at } = job;
  const at = finished_at ?? 0;
  return {
    id: job_id,
    title: titleOf(job.kind, { hasEnded: true }),
    outcome: status === 'failed' ? (error ?? t.endedEarly) : describeResult(job),
    end: endOf(job),
    at,
    isUnseen: seen.until !== undefined && at > seen.until && !seen.jobs.includes(job_id),
  };
}

/** Work that the user cancelled is not new, unless part of it failed. */
function endOf({ status, cancelled, progress: { failed } }: Job): EndedRow['end'] {
  if (status !== 'failed') return 'well';
  return cancelled && failed === 0 ? 'cancelled' : 'badly';
}

function describeResult({ kind, cancelled, progress: { completed, failed } }: Job): string {
  if (cancelled) return t.doneAnyway({ count: completed - failed });
  if (isCountedInBytes(kind)) return t.doneSize({ all: formatSize(completed) });
  if (kind.startsWith('recount.') || kind === 'semantic.embed' || completed === 0) return t.done;
  return failed > 0 ? t.doneExcept({ count: completed - failed, failed }) : t.doneMessages({ count: completed });
}

/** The time until which all ended work is known; 0 if there is none. */
export function lastEnd(jobs: readonly Job[]): number {
  return Math.max(0, ...jobs.map(({ finished_at }) => finished_at ?? 0));
}

/** The total progress between 0 and 1; undefined if it is unknown. */
export function fractionOf(rows: readonly RunningRow[]): number | undefined {
  const bars = rows.flatMap(({ bar }) => bar ?? []);
  if (bars.length === 0) return undefined;
  return bars.reduce((sum, { current, total }) => sum + current / total, 0) / bars.length;
}

/** The sentence of the status line about running work; undefined if there is only syncing and sending. */
export function describeRunning(rows: readonly RunningRow[]): string | undefined {
  const [first, ...others] = rows.filter(({ id, isSend }) => !isSend && !id.startsWith('sync:'));
  if (!first) return undefined;
  if (others.length > 0) return t.several({ count: formatNumber(others.length + 1) });
  return first.progressText === undefined ? first.title : t.at({ what: first.title, far: first.progressText });
}
