import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, skip } from '../browser.ts';
import { focused, suiteInbox, toast } from '../suite-app.ts';

suite('the controls of a demo', { skip }, () => {
  const inbox = suiteInbox();

  test('the user makes a mail server fail, snoozes mail and moves the clock to its return', async () => {
    const { page } = inbox;
    const panel = page.getByRole('dialog', { name: 'Demo controls' });
    const opener = page.getByRole('button', { name: 'Demo controls' });
    const server = panel.getByLabel('Demo Work');
    const alerts = page.getByRole('region', { name: 'Alerts' });
    const status = page.getByRole('contentinfo');

    await opener.focus();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: '1 hour later' }).and(focused(page)).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await server.selectOption('Sign-in expired');
    await alerts.getByText('imap.lanternworks.example didn’t accept the username and password').waitFor();
    await server.selectOption('Offline');
    await status.getByRole('button', { name: /Can’t reach imap\.lanternworks\.example/ }).waitFor();
    await server.selectOption('Working');
    await status.getByText(/^Synced/).waitFor();
    await page.keyboard.press('Escape');

    const row = listRows(page).filter({ hasText: 'Quiet hour' });
    await row.focus();
    await page.keyboard.press('b');
    await page.getByRole('option', { name: 'Tomorrow' }).click();
    await row.waitFor({ state: 'detached' });
    await opener.click();
    const announced = toast(page, /Quiet hour/).waitFor();
    await panel.getByRole('button', { name: 'Next Monday, 8:00' }).click();
    await panel.getByText('ahead of this computer').waitFor();
    await announced;
    await page.getByText('Monday', { exact: false }).first().waitFor();
    await row.waitFor();
  });
});
