import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../../daemon/contract/events.ts';
import { createJobProgress } from './job-progress.ts';

function setup() {
  let send: (event: Event) => void = () => undefined;
  const jobs = createJobProgress({
    listen(listener) {
      send = listener;
      return () => undefined;
    },
  });
  const reports: string[] = [];
  const follower = {
    onProgress: ({ current, total }: { current: number; total: number }) => void reports.push(`${current} of ${total}`),
    onEnd: (isDone: boolean) => void reports.push(isDone ? 'done' : 'not done'),
  };
  // The page uses only these fields of the events.
  const event = (name: string, more: object = {}) => send({ event: name, operation_id: 'job', ...more } as Event);
  return { jobs, reports, follower, event };
}

test('the progress of a job is reported until it has ended', () => {
  const { jobs, reports, follower, event } = setup();
  jobs.follow('job', follower);
  event('OperationProgress', { current: 200, total: 16_041 });
  event('OperationProgress', { current: 400, total: 16_041, operation_id: 'another' });
  event('OperationCompleted');
  event('OperationProgress', { current: 400, total: 16_041 });
  assert.deepEqual(reports, ['200 of 16041', 'done']);
});

test('a job that ended before its answer arrived is reported at once', () => {
  const { jobs, reports, follower, event } = setup();
  event('OperationCancelled');
  jobs.follow('job', follower);
  assert.deepEqual(reports, ['not done']);
});
