import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { listRows, skip, threadSubject } from '../browser.ts';
import { suiteFakeApp } from '../suite-app.ts';
import { createCountingUser } from './counting-user.ts';
import { assertWithinLimits, type TaskName } from './step-limits.ts';

const dayMinutes = 24 * 60;
const invoice = (goods: string, daysAgo: number) =>
  mail({
    from: 'Print shop <post@print.example>',
    subject: `Invoice for ${goods}`,
    text: 'Please find the amount below.',
    id: `invoice-${daysAgo}@print.example`,
    minutesAgo: daysAgo * dayMinutes,
  });

const status = (page: Page) => page.getByRole('contentinfo').getByTitle('Show what’s in progress');
const details = (page: Page) => page.getByRole('dialog', { name: 'In progress' });
const syncNow = (page: Page) => details(page).getByRole('button', { name: 'Sync now' });

suite('everyday tasks on a fixed date', { skip }, () => {
  const fake = suiteFakeApp();

  /** Lets a user do a task in the inbox and checks its steps. */
  async function attempt(
    name: TaskName,
    way: 'mouse' | 'keyboard',
    run: (user: ReturnType<typeof createCountingUser>) => Promise<unknown>,
  ): Promise<void> {
    const { page, close } = await fake.open('/inbox');
    await listRows(page).first().waitFor();
    const user = createCountingUser(page);
    await run(user);
    assertWithinLimits(name, way, user.steps);
    await close();
  }

  test('find an invoice from March, by mouse and by keyboard', async () => {
    // The clock of the app is at 10 March.
    for (const message of [invoice('paper', 12), invoice('ink', 3), invoice('cards', 90)])
      fake.app.control.deliver(message);
    await fake.app.daemon.resync();
    await attempt('find an invoice from March', 'mouse', async ({ page, click, type, press, row }) => {
      await click(page.getByRole('combobox', { name: 'Search all mail' }));
      await type('invoice march');
      await press('Enter');
      await click(page.getByRole('button', { name: /^In March/ }));
      await click(row('Invoice for ink'));
      await threadSubject(page).filter({ hasText: 'Invoice for ink' }).waitFor();
    });
    await attempt('find an invoice from March', 'keyboard', async ({ page, search, pressUntilFocused, press, row }) => {
      await search('invoice date:march');
      await pressUntilFocused('j', row('Invoice for ink'));
      await press('Enter');
      await threadSubject(page).filter({ hasText: 'Invoice for ink' }).waitFor();
    });
  });

  test('recover from a dead server, by mouse and by keyboard', async () => {
    for (const way of ['mouse', 'keyboard'] as const) {
      fake.app.control.fault({ kind: 'offline' });
      await fake.app.daemon.ask('sync.start');
      await attempt('recover from a dead server', way, async ({ page, click, command, press }) => {
        await status(page)
          .filter({ hasText: /Can’t reach/ })
          .waitFor();
        fake.app.control.clearFaults();
        if (way === 'mouse') {
          await click(status(page));
          await click(syncNow(page));
          await press('Escape');
        } else await command('check', 'Check for new mail');
        await details(page).waitFor({ state: 'detached' });
        await status(page)
          .filter({ hasText: /^Synced/ })
          .waitFor();
      });
    }
  });
});
