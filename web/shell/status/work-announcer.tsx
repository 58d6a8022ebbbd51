import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { isRunning } from '../../data/queries/jobs.ts';
import { useJobs } from '../../data/jobs/use-work.ts';
import { endedRows, titleOf } from '../../data/jobs/work-rows.ts';

/** Announces the start and the result of work. Progress is not announced, because it changes constantly. */
export function WorkAnnouncer() {
  const { workTracker } = useServices();
  const jobs = useJobs();
  const before = useRef<ReadonlyMap<string, boolean>>(undefined);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (!jobs) return;
    const announced = jobs.filter(
      ({ kind, job_id }) => kind !== 'sync.first' && !workTracker.isAnnouncementSuppressed(job_id),
    );
    const known = before.current;
    before.current = new Map(jobs.map((job) => [job.job_id, isRunning(job)]));
    if (!known) return;
    const started = announced.filter((job) => isRunning(job) && !known.has(job.job_id));
    const finished = announced.filter((job) => !isRunning(job) && known.get(job.job_id) !== false);
    const ended = endedRows(finished, { until: undefined, jobs: [] }, Number.NEGATIVE_INFINITY);
    const sentences = [
      ...started.map(({ kind }) => titleOf(kind)),
      ...ended.map(({ title, outcome }) => strings.jobs.came({ what: title, outcome })),
    ];
    if (sentences.length > 0) setAnnouncement(sentences.join(' '));
  }, [jobs, workTracker]);
  return (
    <span role="status" className="visually-hidden">
      {announcement}
    </span>
  );
}
