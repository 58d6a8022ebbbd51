import { useEffect, useRef, useState } from 'react';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { isRunning } from './queries.ts';
import { useJobs } from './use-work.ts';
import { endedRows, titleOf } from './work-rows.ts';

/** Says aloud that work began, and how it ended. Between the two it is silent, for it would never stop talking. */
export function WorkNews() {
  const { work } = useParts();
  const jobs = useJobs();
  const before = useRef<ReadonlyMap<string, boolean>>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!jobs) return;
    const told = jobs.filter(({ kind, job_id }) => kind !== 'sync.first' && !work.isToldElsewhere(job_id));
    const known = before.current;
    before.current = new Map(jobs.map((job) => [job.job_id, isRunning(job)]));
    if (!known) return;
    const begun = told.filter((job) => isRunning(job) && !known.has(job.job_id));
    const over = told.filter((job) => !isRunning(job) && known.get(job.job_id) !== false);
    const ended = endedRows(over, { until: undefined, jobs: [] }, Number.NEGATIVE_INFINITY);
    const words = [
      ...begun.map(({ kind }) => titleOf(kind)),
      ...ended.map(({ title, outcome }) => strings.jobs.came({ what: title, outcome })),
    ];
    if (words.length > 0) setSaid(words.join(' '));
  }, [jobs, work]);
  return (
    <span role="status" className="visually-hidden">
      {said}
    </span>
  );
}
