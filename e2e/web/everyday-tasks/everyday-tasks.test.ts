import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listRows, skip } from '../browser.ts';
import { suiteInbox } from '../suite-app.ts';
import { createCountingUser } from './counting-user.ts';
import { findingTasks } from './finding-tasks.ts';
import { mailTasks } from './mail-tasks.ts';
import { settingsTasks } from './settings-tasks.ts';
import { assertWithinLimits } from './step-limits.ts';
import { writingTasks } from './writing-tasks.ts';

suite('everyday tasks', { skip }, () => {
  const inbox = suiteInbox();

  // The answer to an invitation can be undone for some seconds, so nothing is undone after it.
  for (const task of [...findingTasks, ...writingTasks, ...mailTasks, ...settingsTasks]) {
    for (const way of ['mouse', 'keyboard'] as const) {
      test(`${task.name}, by ${way}`, async () => {
        const { page, watched } = inbox;
        await page.goto(new URL('/inbox', page.url()).href);
        await page.mouse.move(0, 0);
        await listRows(page).first().waitFor();
        await task.prepare?.(page);
        const user = createCountingUser(page);
        await task[way](user);
        assertWithinLimits(task.name, way, user.steps);
        await task.undo?.(page);
        assert.deepEqual(watched.pageErrors, []);
      });
    }
  }
});
