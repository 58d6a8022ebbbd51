import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { mail, testStart } from '../../../daemon/test-daemon.ts';
import { until } from '../../../daemon/test-until.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, skip, untilAsserted } from '../browser.ts';
import { createCountingUser } from '../everyday-tasks/counting-user.ts';
import { assertWithinLimits } from '../everyday-tasks/step-limits.ts';
import { keepsToasts, suiteFakeApp, toast } from '../suite-app.ts';

const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const invoice = (n: number, minutesAgo = n * 1440) =>
  mail({
    from: 'Northbank <billing@northbank.example>',
    subject: `Invoice ${n} of Northbank`,
    text: 'Thank you.',
    minutesAgo,
  });

suite('the rules pages', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });

  async function open(path: string) {
    const opened = await fake.open(path, { timezoneId: 'Europe/Berlin', viewport: { width: 1440, height: 900 } });
    await opened.page.clock.setFixedTime(testStart);
    return opened;
  }

  test('all invoices are filed by a rule, with an undo, and those that arrive later too', async () => {
    for (const n of [1, 2, 3]) fake.app.control.deliver(invoice(n));
    await fake.app.daemon.resync();
    const { page, pageErrors, close } = await open('/inbox');
    await listRows(page).first().waitFor();
    const user = createCountingUser(page);
    await user.click(page.getByRole('button', { name: 'More', exact: true }));
    await user.click(page.getByRole('link', { name: 'Rules', exact: true }));
    await user.click(page.getByRole('link', { name: 'New rule' }));
    user.steps.clicks++;
    await page.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'the subject' });
    await user.click(page.getByRole('textbox', { name: 'Text' }));
    await user.type('of northbank');
    await preview(page).getByText('The preview appears once the sentence is complete.').waitFor();
    await user.click(page.getByRole('combobox', { name: 'Label' }));
    await user.type('Bills');
    await preview(page).getByText('3 messages would match').waitFor();
    await user.click(page.getByRole('button', { name: 'Create rule' }));
    await user.click(preview(page).getByRole('button', { name: 'Apply to these 3 messages' }));
    await toast(page, 'was applied to 3 messages').waitFor();
    assertWithinLimits('file all invoices', 'mouse', user.steps);

    const filed = async () =>
      (await fake.app.daemon.ask('search.find', { q: 'label:Bills', scope: 'messages' })).total ?? 0;
    await until('they have the label', async () => (await filed()) === 3);
    await toast(page, 'was applied to 3 messages').getByRole('button', { name: 'Undo' }).click();
    await until('the label is gone again', async () => (await filed()) === 0);

    fake.app.control.deliver(invoice(4, 0));
    await fake.app.daemon.resync();
    await until('new mail is filed', async () => (await filed()) === 1);
    await page.getByRole('region', { name: 'History' }).getByText('Applied:').waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a search becomes a rule, and says which part of it cannot', async () => {
    const { page, pageErrors, close } = await open('/search?q=subject%3Ainvoice%20newer%3A7d');
    await page.getByRole('button', { name: 'Create rule' }).click();
    await page.getByText('This part of your search can’t be used in a rule: newer:7d').waitFor();
    await untilAsserted(async () =>
      assert.equal(await page.getByRole('textbox', { name: 'Text' }).inputValue(), 'invoice'),
    );
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('rules are ordered, turned off, imported after a preview and exported; axe finds no fault', async () => {
    const { page, pageErrors, close } = await open('/rules');
    await page.getByRole('link', { name: /^Untitled rule/ }).waitFor();
    const script =
      'require "fileinto";\nif header :contains "subject" "regatta" { fileinto "Sailing"; }\nredirect "x@example.org";\n';
    await page
      .getByLabel('File with rules')
      .setInputFiles({ name: 'mail.sieve', mimeType: 'text/plain', buffer: Buffer.from(script) });
    await page.getByText('mail.sieve: 1 rule, 1 part that rules can’t do').waitFor();
    await page.getByText(/^Line 3:/).waitFor();
    await page.getByRole('button', { name: 'Import 1 rule' }).click();
    const names = () =>
      page.locator('main ol > li a').evaluateAll((links) => links.map((link) => link.firstChild?.textContent));
    await until('it is listed', async () => (await names()).length === 2);
    const [first, second] = await names();
    await page.getByRole('button', { name: `Move ${second} up` }).click();
    await until('the order is stored', async () => (await names())[0] === second);
    const own = page.getByRole('checkbox', { name: `Use ${first}` });
    await own.click();
    await until('it is off', async () => {
      const { rules } = await fake.app.daemon.ask('rules.list', {});
      return rules.find(({ name }) => name === first)?.enabled === false;
    });
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export all rules' }).click(),
    ]);
    assert.equal((JSON.parse(await readFile(await download.path(), 'utf8')) as { rules: unknown[] }).rules.length, 2);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilAsserted(async () =>
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')),
    );
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a command asks for permission, and what the sentence cannot show stays as it is', async () => {
    const pattern = (value: string) =>
      ({ type: 'field', field: 'subject', pattern: { type: 'contains', value } }) as const;
    const nested = {
      type: 'and',
      conditions: [pattern('one'), { type: 'or', conditions: [pattern('two'), pattern('three')] }],
    } as const;
    const { rule } = await fake.app.daemon.ask('rules.upsert', {
      rule: {
        name: 'Hook',
        conditions: nested as never,
        actions: [{ type: 'shell_hook', command: '/bin/true --invoice' }],
      },
    });
    const { page, pageErrors, close } = await open(`/rules/${rule.id}`);
    await page.getByText('These conditions were written elsewhere').waitFor();
    await page.getByRole('button', { name: 'Allow command…' }).click();
    await page
      .getByRole('dialog', { name: 'Allow this command?' })
      .getByRole('button', { name: 'Allow', exact: true })
      .click();
    await page.getByText('This command needs your permission').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Rule saved: Renamed').waitFor();
    const stored = (await fake.app.daemon.ask('rules.detail', { id: rule.id })).rule;
    assert.deepEqual([stored.name, stored.conditions], ['Renamed', nested]);
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
