import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { axeViolationsInBothThemes } from '../axe.ts';
import { navigateWithin, openPage, skip } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

if (skip) test('the accounts page', { skip });
else describe('the accounts page', suite);

function suite(): void {
  let browser: Browser;
  let page: Page;
  let troubles: string[];
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  const ends: (() => unknown)[] = [];

  before(async () => {
    [app, browser] = await Promise.all([
      startFakeApp({ after: (end: () => unknown) => void ends.push(end) }),
      sharedBrowser(),
    ]);
    ({ page, pageErrors: troubles } = await openPage(browser, `${app.url}/accounts`));
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  /** The accounts in the loaded page, whatever the test before left there. */
  const show = () => navigateWithin(page, `${app.url}/accounts`);

  test('it shows the state of an account, and is accessible', async () => {
    await page.getByRole('heading', { name: /Ada/ }).waitFor();
    await page.getByText('Default account').waitFor();
    await page.getByText('Your addresses').click();
    await page.getByText('main', { exact: true }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
  });

  test('the buttons of an account appear when nothing can move them any more', async () => {
    const held = Promise.withResolvers<void>();
    const early = await openPage(browser, `${app.url}/accounts`, {}, (opening) =>
      opening.route('**/api/v1/platform/secrets', async (route) => {
        await held.promise;
        await route.continue();
      }),
    );
    await early.page.getByRole('status').filter({ hasText: 'Loading accounts' }).waitFor({ state: 'attached' });
    assert.equal(await early.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    held.resolve();
    await early.page.getByRole('button', { name: /^Remove/ }).waitFor();
    await early.close();
  });

  test('an additional address can be made the main one, and removed again', async () => {
    await show();
    await page.getByText('Your addresses').click();
    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('ada@other.test');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Make main: ada@other.test' }).click();
    await page.getByRole('button', { name: 'Make main: ada@example.test' }).click();
    await page.getByRole('button', { name: 'Remove ada@other.test' }).click();
    await page.getByRole('button', { name: 'Remove ada@other.test' }).waitFor({ state: 'detached' });
    const { accounts } = await app.daemon.ask('accounts.list');
    assert.deepEqual(accounts[0]?.addresses, ['ada@example.test']);
  });

  test('a refused password is reported above the mail, with the way to correct it', async (t) => {
    t.after(() => app.control.clearFaults());
    app.control.fault({ kind: 'auth' });
    await app.daemon.ask('sync.start');
    await page.goto(`${app.url}/inbox`);
    const bar = page.getByRole('region', { name: 'Alerts' });
    await bar.getByRole('link', { name: 'Re-enter password: Ada' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    app.control.clearFaults();
    await bar.getByRole('link').click();
    await page.getByRole('heading', { name: /Ada/ }).waitFor();
    await app.daemon.ask('sync.start');
    await bar.waitFor({ state: 'detached' });
  });

  test('a disabled account shows that, and can be enabled again', async () => {
    await show();
    await page.getByRole('button', { name: /^Turn off/ }).click();
    await page.getByText(/turned off/).waitFor();
    await page.getByRole('button', { name: /^Turn on/ }).click();
    await page.getByRole('button', { name: /^Turn off/ }).waitFor();
  });

  test('before an account is removed the page explains the fate of its mail; afterwards a new one can be added', async () => {
    await show();
    await page.getByRole('button', { name: /^Remove/ }).click();
    const plan = page.getByRole('dialog').getByRole('status');
    await plan.getByText(/stay/).waitFor();
    await page.getByLabel('Delete its mail from this computer').check();
    await plan.getByText(/deleted/).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No accounts yet.').waitFor();
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'Welcome to Posthorn' }).waitFor();
    assert.deepEqual(troubles, []);
  });
}
