import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { mail, testStart } from '../../../daemon/test-daemon.ts';
import { until } from '../../../daemon/test-until.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { skip, threadSubject, waitForExpression, untilAsserted } from '../browser.ts';
import { keepsToasts, suiteFakeApp, toast } from '../suite-app.ts';

const ben = 'Ben Okoro <ben.okoro@people.example>';
const own = 'Ada <ada@example.test>';
const day = 24 * 60;

const written = (by: 'ada' | 'ben', minutesAgo: number, text: string, thread = 'plan') =>
  mail({
    from: by === 'ada' ? own : ben,
    subject: thread === 'plan' ? 'The plan' : 'Lunch',
    text,
    minutesAgo,
    id: `${by}-${thread}-${minutesAgo}@example.test`,
    headers: {
      To: by === 'ada' ? ben : own,
      'In-Reply-To': `<${thread}@example.test>`,
      References: `<${thread}@example.test>`,
    },
  });

/** What was there before, in which nobody has looked for promises. */
const before = [0, 1, 2, 3].flatMap((at) => [
  written('ben', (30 - at) * day, 'Hey Ada, how is it going?', `old${at}`),
  written('ada', (30 - at) * day - 120, 'Hi Ben, all is well.', `old${at}`),
]);
const arriving = [
  written('ada', 300, 'Hi Ben,\n\nI’ll send you the plan by Thursday.\n\nAda'),
  written('ben', 200, 'Hi Ada,\n\nThanks. I will call the printer tomorrow.\n\nBen'),
];

const promises = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

suite('people and promises', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });
  const open = async (path: string, width = 1440) => {
    const opened = await fake.open(path, { timezoneId: 'Europe/Berlin', viewport: { width, height: 900 } });
    await opened.page.clock.setFixedTime(testStart);
    return opened;
  };

  async function deliver(messages: readonly Buffer[]) {
    for (const each of messages)
      fake.app.control.deliver(each, { folder: each.toString().startsWith('From: Ada') ? 'Sent' : 'INBOX' });
    await fake.app.daemon.resync();
  }

  test('a promise is marked in the reader, listed, kept and dismissed, with undo; axe finds no fault', async () => {
    await deliver(before);
    await deliver(arriving);
    await until('the promises are found', async () => {
      const { total } = await fake.app.daemon.ask('commitments.list', { status: 'open' });
      return total === 2;
    });
    const { page, pageErrors, close } = await open('/promises');
    await promises(page, 'You promised').filter({ hasText: 'Thursday' }).waitFor();
    await promises(page, 'Promised to you').filter({ hasText: 'Tomorrow' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);

    await page.getByRole('checkbox', { name: /I’ll send you the plan/ }).click();
    await promises(page, 'You promised').waitFor({ state: 'detached' });
    await toast(page, 'Marked as kept').getByRole('button', { name: 'Undo' }).click();
    await promises(page, 'You promised').waitFor();
    await page.getByRole('button', { name: 'Not a promise: I will call the printer tomorrow.' }).click();
    await promises(page, 'Promised to you').waitFor({ state: 'detached' });
    await toast(page, 'Won’t be shown again').getByRole('button', { name: 'Undo' }).click();
    await promises(page, 'Promised to you').waitFor();

    await page.getByRole('link', { name: 'I will call the printer tomorrow.' }).click();
    await threadSubject(page).filter({ hasText: 'The plan' }).waitFor();
    const inMessage = promises(page, 'Promises in this message').filter({ hasText: 'Ben Okoro promised' });
    await inMessage.filter({ hasText: 'Tomorrow' }).waitFor();
    await waitForExpression(
      page,
      '[...(CSS.highlights.get("promise") ?? [])].some((range) => range.toString().includes("call the printer"))',
    );
    await inMessage.getByRole('button', { name: 'Mark as kept: I will call the printer tomorrow.' }).click();
    await inMessage.waitFor({ state: 'detached' });
    await toast(page, 'Marked as kept').getByRole('button', { name: 'Undo' }).click();
    await inMessage.waitFor();

    await page.getByRole('button', { name: 'Ben Okoro' }).first().click();
    await page.getByRole('link', { name: 'Open person page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ben Okoro' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('the page of a person shows mail both ways, who waits for whom, promises, and how both write', async () => {
    const { page, pageErrors, close } = await open('/people/ben.okoro@people.example');
    await section(page, 'Between you')
      .getByRole('link', { name: /The plan/ })
      .first()
      .waitFor();
    await section(page, 'Between you').getByText('5 conversations, 10 messages').waitFor();
    await section(page, 'Promises').getByText('I’ll send you the plan by Thursday.').waitFor();
    await section(page, 'Waiting').getByText('You owe a reply').waitFor();
    await section(page, 'How often you write').getByText('2 hours').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);

    await section(page, 'Between you').getByRole('button', { name: 'From you' }).click();
    await section(page, 'Between you').getByRole('img', { name: 'From Ben Okoro:' }).waitFor({ state: 'detached' });
    await section(page, 'How often you write').getByRole('button', { name: 'Show as table' }).click();
    await section(page, 'How often you write').getByRole('row').nth(12).waitFor();
    await section(page, 'How you write').getByText('You write casually').waitFor();
    await section(page, 'How you write').getByRole('button', { name: 'Read all mail again' }).click();
    await toast(page, 'All mail with Ben Okoro was read').waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a page without mail says so, and in a narrow window nothing is cut', async () => {
    const { page, close } = await open('/people/nobody@people.example', 390);
    await page.getByText('There’s no mail with nobody@people.example').waitFor();
    await page.goto(page.url().replace('nobody@', 'ben.okoro@'));
    await section(page, 'Promises').getByText('I’ll send you the plan by Thursday.').waitFor();
    await untilAsserted(async () =>
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')),
    );
    await close();
  });
});
