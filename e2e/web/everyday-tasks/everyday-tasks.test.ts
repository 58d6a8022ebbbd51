import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listRows, navigateWithin, skip } from '../browser.ts';
import { extent } from '../../runner/tier.ts';
import { keepsToasts, suiteInbox } from '../suite-app.ts';
import { createCountingUser } from './counting-user.ts';
import { findingTasks } from './finding-tasks.ts';
import { mailTasks } from './mail-tasks.ts';
import { settingsTasks } from './settings-tasks.ts';
import { assertWithinLimits } from './step-limits.ts';
import { discardOpen, writingTasks } from './writing-tasks.ts';

const ways = ['mouse', 'keyboard'] as const;

/** A run that takes samples does a third or a fourth of the tasks, alternately by mouse and by keyboard. */
function waysOf(index: number): readonly ('mouse' | 'keyboard')[] {
  if (extent === 'all') return ways;
  const step = { few: 4, some: 3 }[extent];
  return index % step === 0 ? ways.filter((_, place) => place === (index / step) % 2) : [];
}

suite('everyday tasks', { skip }, () => {
  // However slow the computer is, nothing is sent before it is undone.
  const inbox = suiteInbox({ config: `${keepsToasts}[send]\nundo_seconds = 600\n` });

  // The answer to an invitation can be undone for some seconds, so nothing is undone after it.
  for (const [index, task] of [...findingTasks, ...writingTasks, ...mailTasks, ...settingsTasks].entries()) {
    for (const way of waysOf(index)) {
      test(`${task.name}, by ${way}`, async () => {
        const { page, watched } = inbox;
        // What a failed task left behind is not a failure of this one.
        const earlierErrors = watched.pageErrors.length;
        await discardOpen(page);
        await navigateWithin(page, new URL('/inbox', page.url()).href);
        await listRows(page).first().waitFor();
        await task.prepare?.(page);
        const user = createCountingUser(page);
        await task[way](user);
        assertWithinLimits(task.name, way, user.steps);
        await task.undo?.(page);
        assert.deepEqual(watched.pageErrors.slice(earlierErrors), []);
      });
    }
  }
});
