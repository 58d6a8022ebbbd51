import type { Problem } from './contract.ts';
import type { WalkBatch } from './walk-batches.ts';
import { maxProblems, type Import } from './store.ts';

/** The counts of an import, batch by batch. */
export type Tally = ReturnType<typeof createTally>;

/** The counts at one moment. */
export type ImportCounts = Pick<Import, 'succeeded' | 'skipped' | 'failed' | 'passed_over' | 'problems' | 'position'>;

/** Continues the stored counts. `surveyedUnits` is the size of the survey. */
export function createTally(start: ImportCounts, surveyedUnits: number) {
  let counts = { added: start.succeeded, known: start.skipped, failed: start.failed };
  let passed_over = start.passed_over;
  let problems: Problem[] = start.problems;
  let { position } = start;
  let units = 0;
  /** The counts at the start of the mailbox file that is being read. */
  let mailbox: { file: string; counts: typeof counts; problems: Problem[] } | undefined;
  /** Messages of that file that this import has stored, and that occur again when it rereads the file. */
  let ownReread = 0;

  const doneBefore = start.succeeded + start.skipped + start.failed;
  const done = () => counts.added + counts.known + counts.failed;

  function count(batch: WalkBatch, stored: { added: number; known: number; problems: readonly Problem[] }): void {
    const reread = Math.min(ownReread, stored.known);
    ownReread -= reread;
    const newProblems = [...batch.problems, ...stored.problems];
    counts = {
      added: counts.added + stored.added,
      known: counts.known + stored.known - reread,
      failed: counts.failed + newProblems.length,
    };
    problems = [...problems, ...newProblems].slice(0, maxProblems);
    passed_over += batch.passedOver;
    position = batch.at;
    units = batch.units;
    if (batch.mailbox) beginMailbox(batch.mailbox);
  }

  function beginMailbox({ file, isAgain }: NonNullable<WalkBatch['mailbox']>): void {
    if (isAgain && mailbox?.file === file) {
      ownReread = counts.added - mailbox.counts.added;
      counts = { ...mailbox.counts, added: counts.added };
      problems = mailbox.problems;
    } else ownReread = 0;
    const changed = 'It was changed while it was being imported, and was read again from its beginning.';
    if (isAgain) problems = [...problems, { file, reason: changed }].slice(0, maxProblems);
    mailbox = { file, counts, problems };
  }

  return {
    count,
    /** The mailbox file that is being read. */
    mailbox: () => mailbox?.file,
    state: () => ({ ...counts, passed_over, problems, position, done: done() }),
    /** The expected number of messages, extrapolated from the finished part. */
    total: () =>
      doneBefore +
      Math.round(units === 0 ? surveyedUnits : ((done() - doneBefore) / units) * Math.max(surveyedUnits, units)),
  };
}
