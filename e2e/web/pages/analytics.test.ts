import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { mail, testStart } from '../../../daemon/test-daemon.ts';
import { until } from '../../../daemon/test-until.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, skip, untilAsserted } from '../browser.ts';
import { createCountingUser, type CountingUser } from '../everyday-tasks/counting-user.ts';
import { assertWithinLimits, type TaskName } from '../everyday-tasks/step-limits.ts';
import { holdRequests } from '../held-requests.ts';
import { keepsToasts, suiteFakeApp, toast } from '../suite-app.ts';

const day = 24 * 60;
const report = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const subjects = ['Scans of the deed', 'Film of the launch'];

/** Two large messages, and a question that waits for a reply. */
const mails = [
  ...subjects.map((subject, n) =>
    mail({
      from: 'Priya Raman <priya@people.example>',
      subject,
      text: 'x'.repeat(900_000 * (n + 1)).replaceAll(/.{80}/g, '$&\n'),
      minutesAgo: (20 + n) * day,
    }),
  ),
  mail({
    from: 'Tomas Oliveira <tomas@people.example>',
    subject: 'Question about the catalogue',
    text: 'Could you tell me which edition you have?',
    minutesAgo: 6 * day,
    headers: { To: 'Ada <ada@example.test>' },
  }),
];

suite('storage and habits', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });
  before(async () => {
    for (const each of mails) fake.app.control.deliver(each);
    await fake.app.daemon.resync();
    const sizes = async () =>
      (await fake.app.daemon.ask('analytics.largest', { limit: 2 })).rows.map(({ subject }) => subject);
    await until('the mail is here', async () => (await sizes()).join() === subjects.toReversed().join());
  });

  async function openInbox() {
    const opened = await fake.open('/inbox', { timezoneId: 'Europe/Berlin', isFresh: true });
    await opened.page.clock.setFixedTime(testStart);
    await listRows(opened.page).first().waitFor();
    return opened;
  }

  async function carryOut(
    name: TaskName,
    way: 'mouse' | 'keyboard',
    task: (user: CountingUser) => Promise<unknown>,
  ): Promise<void> {
    const { page, pageErrors, close } = await openInbox();
    const user = createCountingUser(page);
    await task(user);
    assertWithinLimits(name, way, user.steps);
    assert.deepEqual(pageErrors, []);
    await close();
  }

  async function openByMouse({ page, click }: CountingUser): Promise<void> {
    await click(page.getByRole('button', { name: 'More', exact: true }));
    await click(page.getByRole('link', { name: 'Storage and habits', exact: true }));
  }

  test('reports below each other appear from top to bottom, so that none moves another', async () => {
    const { hold, asked, goOn } = holdRequests();
    const { page, close } = await fake.open('/analytics?view=habits', {}, (opening) =>
      opening.route(/stale-threads\?.*perspective=mine/, hold),
    );
    await asked;
    const counting = page.getByRole('status').filter({ hasText: 'Counting…' });
    await untilAsserted(async () => assert.equal(await counting.count(), 3, 'the first column'));
    goOn();
    await counting.first().waitFor({ state: 'detached' });
    await untilAsserted(async () => assert.equal(await counting.count(), 0));
    await close();
  });

  test('the largest messages are deleted, with an undo', async () => {
    await carryOut('free space', 'mouse', async (user) => {
      const { page, click } = user;
      await openByMouse(user);
      const room = report(page, 'Largest messages');
      for (const subject of subjects) await click(room.getByRole('checkbox', { name: `Select ${subject}` }));
      await room.getByText(/^2 messages selected, /).waitFor();
      await click(room.getByRole('button', { name: 'Delete' }));
      await room.getByText(subjects[0]!).waitFor({ state: 'detached' });
      await toast(page, /2 messages/)
        .getByRole('button', { name: 'Undo' })
        .click();
      await room.getByText(subjects[0]!).waitFor();
      await room.getByText('Select all').waitFor();
    });
    await carryOut('free space', 'keyboard', async ({ page, command, press, pressUntilFocused }) => {
      await command('storage and h', 'Go to Storage and habits');
      const room = report(page, 'Largest messages');
      await pressUntilFocused('Tab', room.getByRole('checkbox', { name: `Select ${subjects[1]}` }));
      await press('Space');
      await room.getByText(/^1 message selected, /).waitFor();
      await pressUntilFocused('Shift+Tab', room.getByRole('button', { name: 'Archive' }));
      await press('Enter');
      await toast(page, /1 message/)
        .getByRole('button', { name: 'Undo' })
        .waitFor();
    });
  });

  test('whom the user owes a reply is found, and the reply begins', async () => {
    const composer = (page: Page) => page.getByRole('textbox', { name: 'Message text' });
    await carryOut('find whom I owe a reply', 'mouse', async (user) => {
      const { page, click } = user;
      await openByMouse(user);
      await click(page.getByRole('link', { name: 'Habits', exact: true }));
      await click(page.getByRole('button', { name: 'Reply to Tomas Oliveira' }));
      await composer(page).waitFor();
    });
  });

  test('each view has charts and tables without faults, and a table is saved as a file', async () => {
    const { page, pageErrors, close } = await openInbox();
    for (const [view, name] of [
      ['storage', 'Mail by sender'],
      ['habits', 'Who writes more'],
      ['year', 'By day of the week'],
    ] as const) {
      await page.goto(`${fake.app.url}/analytics?view=${view}`);
      await report(page, name).waitFor();
      await page.locator('[role=status][class*=bones]').first().waitFor({ state: 'detached' });
      assert.deepEqual(await axeViolationsInBothThemes(page), [], view);
      await page.getByRole('link', { name: 'Table', exact: true }).click();
      await report(page, name)
        .or(page.getByRole('region', { name: 'Mail by year' }))
        .first()
        .waitFor();
      await untilAsserted(async () => assert.ok((await page.getByRole('table').count()) > 0, view));
      await page.setViewportSize({ width: 390, height: 844 });
      await untilAsserted(async () =>
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), view),
      );
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV: Largest messages' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    assert.match(csv, /^\uFEFFSubject,From,Date,Size\r\n/);
    assert.ok(csv.includes(`${subjects[1]},priya@people.example,`));
    await page.getByRole('button', { name: 'Recompute all statistics' }).click();
    await toast(page, 'Statistics recomputed').waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
