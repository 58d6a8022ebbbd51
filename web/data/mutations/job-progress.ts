import type { Live } from '../../api/live.ts';

type Progress = { current: number; total: number };
type Follower = { onProgress: (progress: Progress) => void; onEnd: (isDone: boolean) => void };

/** The progress of jobs of this page, from the events of the daemon. */
type JobProgress = {
  /**
   * Calls the follower with the progress in messages, and at the end with whether everything was done. A job that ended
   * before this call is reported at once.
   */
  follow: (jobId: string, follower: Follower) => void;
};

/** An answer arrives soon after the events of its job, so a few ended jobs are remembered. */
const maxEnded = 50;

export function createJobProgress(live: Pick<Live, 'listen'>): JobProgress {
  const followers = new Map<string, Follower>();
  const ended = new Map<string, boolean>();

  function end(jobId: string, isDone: boolean): void {
    const follower = followers.get(jobId);
    followers.delete(jobId);
    if (follower) return follower.onEnd(isDone);
    ended.set(jobId, isDone);
    const [oldest] = ended.keys();
    if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
  }

  live.listen((event) => {
    if (event.event === 'OperationProgress' && event.total !== null)
      followers.get(event.operation_id)?.onProgress({ current: event.current, total: event.total });
    else if (event.event === 'OperationCompleted') end(event.operation_id, true);
    else if (event.event === 'OperationFailed' || event.event === 'OperationCancelled') end(event.operation_id, false);
  });

  return {
    follow(jobId, follower) {
      const isDone = ended.get(jobId);
      if (isDone === undefined) followers.set(jobId, follower);
      else follower.onEnd(isDone);
    },
  };
}
