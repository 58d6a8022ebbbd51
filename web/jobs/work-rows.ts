import type { AccountSyncStatus } from '../../daemon/contract/fields.ts';
import type { LiveState } from '../live.ts';
import { type Send } from '../outbox/queries.ts';
import { strings } from '../strings.ts';
import { isRunning, type Job } from './queries.ts';
import type { RunningDownload, Seen, WorkState } from './work.ts';
import { number, size } from '../words/formats.ts';

const words = strings.jobs;

/** What is known, from everywhere. */
export type Known = {
  jobs: readonly Job[];
  syncs: readonly AccountSyncStatus[];
  sends: readonly Send[];
  work: Pick<WorkState, 'downloads' | 'told' | 'seen'>;
  progress: LiveState['progress'];
};

/** Something that goes on. */
export type RunningRow = {
  /** Also of its samples: how long it takes is reckoned by it. */
  id: string;
  title: string;
  /** How far it is, in words. */
  far?: string | undefined;
  /** Why it does not get on. */
  waits?: string | undefined;
  /** Absent where nobody can say how much there is. */
  bar?: { current: number; total: number } | undefined;
  cancel?: { kind: 'job'; job_id: string } | { kind: 'download'; id: number } | undefined;
  isSend?: boolean;
};

/** Something that has ended. */
export type EndedRow = {
  id: string;
  title: string;
  outcome: string;
  end: 'well' | 'badly' | 'cancelled';
  at: number;
  isNews: boolean;
};

/** How many outcomes are worth a look. */
const mostEnded = 5;
const mostSends = 3;

/** All that goes on, what somebody asked for first. */
export function runningRows({ jobs, syncs, sends, work, progress }: Known): RunningRow[] {
  const open = jobs.filter((job) => isRunning(job) && job.kind !== 'sync.first');
  return [
    ...downloadRows(work),
    ...open.map((job) => jobRow(job, work.told[job.job_id])),
    ...sends.filter(isGoing).slice(0, mostSends).map(sendRow),
    ...syncs.flatMap((status) => syncRow(status, progress[status.account_id] ?? status.progress)),
  ];
}

/** Files on their way from a mail server, into this page and into a folder: those that somebody else wants come first. */
function downloadRows({ downloads, told }: Known['work']): RunningRow[] {
  const own = new Set(downloads.map(({ attachment_id }) => attachment_id));
  const others = Object.entries(told).filter(
    ([, { operation, attachment_id = '' }]) => isOfFile(operation) && !own.has(attachment_id),
  );
  return [
    ...others.map(([id, { message, current, total }]) => ({ id, title: message, ...sizesOf(current, total) })),
    ...downloads.map((download) => {
      const { received, total } = progressOf(download, told);
      const cancel = { kind: 'download' as const, id: download.id };
      return { id: `download:${download.id}`, title: download.title, ...sizesOf(received, total), cancel };
    }),
  ];
}

function isOfFile(operation: string): boolean {
  return operation === 'download' || operation === 'save';
}

/** How far a download is. Before anything of it comes into the page, that is how far the daemon has it. */
export function progressOf(
  { received, total, attachment_id }: RunningDownload,
  told: WorkState['told'],
): { received: number; total: number | undefined } {
  const [at] = received > 0 ? [] : Object.values(told).filter((each) => each.attachment_id === attachment_id);
  return at ? { received: at.current, total: at.total ?? undefined } : { received, total };
}

function sizesOf(current: number, total: number | null | undefined): Pick<RunningRow, 'far' | 'bar'> {
  return total ? { far: words.sizes({ some: size(current), all: size(total) }), bar: { current, total } } : {};
}

function jobRow(
  { job_id, kind, progress, error, cancelled, can_cancel }: Job,
  told: WorkState['told'][string] | undefined,
): RunningRow {
  const total = told?.total ?? progress.total;
  const current = Math.max(told?.current ?? 0, progress.completed);
  return {
    id: job_id,
    title: titleOf(kind),
    far: total > 0 ? farWords(kind, current, total) : undefined,
    waits: cancelled ? words.cancelling : (error ?? undefined),
    bar: total > 0 ? { current: Math.min(current, total), total } : undefined,
    cancel: can_cancel ? { kind: 'job', job_id } : undefined,
  };
}

/** What a job does, whichever part of the daemon named it. */
export function titleOf(kind: string): string {
  const titles: Readonly<Record<string, string | undefined>> = words.titles;
  return (
    titles[kind.replaceAll('.', '_')] ?? (kind.startsWith('mutation.') ? words.titles.mutation : words.titles.other)
  );
}

function farWords(kind: string, current: number, total: number): string {
  if (kind === 'backup' || kind === 'restore') return words.sizes({ some: size(current), all: size(total) });
  return kind.startsWith('recount.') || kind === 'merge'
    ? words.steps({ some: current, all: total })
    : words.messages({ some: current, all: total });
}

/** What waits for a day of its own is no work, and what asks for somebody is said elsewhere. */
function isGoing({ state, timing }: Send): boolean {
  return state === 'sending' || (state === 'queued' && timing !== 'scheduled');
}

function sendRow({ send_id, subject, words: said, trouble }: Send): RunningRow {
  return {
    id: send_id,
    title: words.sending({ subject: subject || strings.list.noSubject }),
    far: trouble ? undefined : said,
    waits: trouble?.message,
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
      title: words.syncing({ who: account_name }),
      far: words.messages({ some: current, all: total }),
      bar: { current: Math.min(current, total), total },
    },
  ];
}

/** What ended of late, newest first. What nobody has seen yet is news. */
export function endedRows(jobs: readonly Job[], seen: Seen, now: number): EndedRow[] {
  return jobs
    .filter((job) => !isRunning(job) && job.kind !== 'sync.first' && job.finished_at !== null)
    .map((job) => endedRow(job, seen))
    .filter(({ at, isNews }) => isNews || now - at < 24 * 3_600_000)
    .toSorted((one, other) => other.at - one.at)
    .slice(0, mostEnded);
}

function endedRow(job: Job, seen: Seen): EndedRow {
  const { job_id, status, error, finished_at } = job;
  const at = finished_at ?? 0;
  return {
    id: job_id,
    title: titleOf(job.kind),
    outcome: status === 'failed' ? (error ?? words.endedEarly) : doneWords(job),
    end: endOf(job),
    at,
    isNews: seen.until !== undefined && at > seen.until && !seen.jobs.includes(job_id),
  };
}

/** What somebody ended is as they wanted it, unless something of it went wrong. */
function endOf({ status, cancelled, progress: { failed } }: Job): EndedRow['end'] {
  if (status !== 'failed') return 'well';
  return cancelled && failed === 0 ? 'cancelled' : 'badly';
}

function doneWords({ kind, cancelled, progress: { completed, failed } }: Job): string {
  if (cancelled) return words.doneAnyway({ count: completed - failed });
  if (kind === 'backup' || kind === 'restore') return words.doneSize({ all: size(completed) });
  if (kind.startsWith('recount.') || completed === 0) return words.done;
  return failed > 0
    ? words.doneExcept({ count: completed - failed, failed })
    : words.doneMessages({ count: completed });
}

/** The moment up to which everything that has ended is known; 0 where nothing has. */
export function lastEnd(jobs: readonly Job[]): number {
  return Math.max(0, ...jobs.map(({ finished_at }) => finished_at ?? 0));
}

/** How far all of it is, between 0 and 1; undefined where nobody can say. */
export function fractionOf(rows: readonly RunningRow[]): number | undefined {
  const bars = rows.flatMap(({ bar }) => bar ?? []);
  if (bars.length === 0) return undefined;
  return bars.reduce((sum, { current, total }) => sum + current / total, 0) / bars.length;
}

/** The one sentence of the status line about what goes on; undefined where it is nothing but syncing and sending. */
export function runningWords(rows: readonly RunningRow[]): string | undefined {
  const [first, ...others] = rows.filter(({ id, isSend }) => !isSend && !id.startsWith('sync:'));
  if (!first) return undefined;
  if (others.length > 0) return words.several({ count: number(others.length + 1) });
  return first.far === undefined ? first.title : words.at({ what: first.title, far: first.far });
}
