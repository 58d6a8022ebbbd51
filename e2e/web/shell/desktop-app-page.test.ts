import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import type { AttachmentRef } from '../../../daemon/contract/desktop.ts';
import { alerts, waitForAlert } from '../alerts.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, waitForExpression } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

/** A fake of the desktop app's API with its calls: `shows` simulates an action on a notification or the tray. */
type ExposedBridge = { asked: string[]; shows?: (path: string) => void };

suite('the page in the window of the desktop app', { skip }, () => {
  const running = suiteApp();

  /** The page as the app shows it. The token is the one of the handshake. */
  async function openInApp(): Promise<{ page: Page; handshakes: string[]; close(): Promise<void> }> {
    const { app, browser } = running;
    const answer = await fetch(new URL('/api/v1/auth/local-token', app.url));
    const { token } = (await answer.json()) as { token: string };
    const handshakes: string[] = [];
    const { page, close } = await openPage(browser, `${app.url}/inbox`, {}, async (lentTo) => {
      await lentTo.addInitScript(exposeBridge, token);
      lentTo.on('request', (request) => {
        if (request.url().includes('/auth/local-token')) handshakes.push(request.url());
      });
    });
    await listRows(page).first().waitFor();
    return { page, handshakes, close };
  }

  test('the token comes from the app, and a path it requests opens without a reload', async () => {
    const { page, handshakes, close } = await openInApp();
    assert.deepEqual(handshakes, []);
    await page.evaluate('window.isSamePage = true; lent.shows("/drafts")');
    await page.waitForURL('**/drafts');
    assert.equal(await page.evaluate('window.isSamePage'), true);
    await close();
  });

  test('the app prints the conversation, of which nothing stays on the page', async () => {
    const { page, close } = await openInApp();
    await listRows(page).first().click();
    await threadSubject(page).waitFor();
    await page.locator('article').first().waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print…' }).click();
    await waitForExpression(page, 'lent.asked.includes("print")');
    await waitForExpression(page, '!document.querySelector("[data-printed]")');
    await close();
  });

  test('a file of a message is opened, shown and dragged by the app, and a failure is reported', async () => {
    const { page, close } = await openInApp();
    await page.evaluate('lent.shows("/search?q=subject:%22Figures for the quarter%22")');
    await listRows(page).filter({ hasText: 'Figures for the quarter' }).first().click();
    const card = page.getByRole('region', { name: 'Attachments' }).getByRole('listitem').filter({ hasText: '.csv' });
    const more = card.getByRole('button', { name: /^More for quarter-one\.csv/ });
    await more.click();
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
      'Open',
      'Open with…',
      'Save and show in folder',
    ]);
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
    await waitForExpression(page, 'lent.asked.some((each) => /^open [0-9a-f-]{36} \\S+$/.test(each))');
    await more.click();
    await page.getByRole('menuitem', { name: 'Open with…' }).click();
    await page.getByText('Couldn’t open quarter-one.csv', { exact: true }).waitFor();
    await page.getByText('No program was found.', { exact: true }).waitFor();
    // The page's own drag is prevented, so that no address is dragged.
    const { x, y } = (await card.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 30, y + 30);
    await page.mouse.down();
    await waitForExpression(page, 'lent.asked.includes("prepare")');
    await page.mouse.move(x + 60, y + 60, { steps: 4 });
    await waitForExpression(page, 'lent.asked.includes("drag")');
    await page.mouse.up();
    await close();
  });

  test("the app's behaviour on this computer is set in its settings, and refusals of the system are reported", async () => {
    const { page, close } = await openInApp();
    await waitForAlert(page, 'Version 0.2.0 of Posthorn is ready.');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Version 0.2.0 is ready.').waitFor();
    await alerts(page).waitFor({ state: 'detached' });
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    const atLogin = page.getByLabel('Start when I sign in');
    await atLogin.check();
    await waitForExpression(page, 'lent.asked.includes("start at login")');
    await page.getByLabel(/^Open mail links in Posthorn/).click();
    await page.getByText('The system did not allow it.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Install and restart' }).click();
    await waitForExpression(page, 'lent.asked.includes("install")');
    assert.equal(await atLogin.isChecked(), true);
    await close();
  });
});

/** Runs in the page before its own scripts. */
function exposeBridge(token: string): void {
  const lent: ExposedBridge = { asked: [] };
  const bridge = {
    token: async () => token,
    onOpen(listener: (path: string) => void) {
      lent.shows = listener;
      return () => undefined;
    },
    print: async () => void lent.asked.push('print'),
    attachmentUses: ['open', 'open_with', 'show'],
    async openAttachment({ message_id, attachment_id }: AttachmentRef, use: string) {
      if (use === 'open_with') throw new Error('No program was found.');
      lent.asked.push(`${use} ${message_id} ${attachment_id}`);
    },
    prepareAttachmentDrag: async () => void lent.asked.push('prepare'),
    dragAttachment: () => void lent.asked.push('drag'),
    platform: 'linux',
    version: '0.1.0',
    startsAtLogin: async () => lent.asked.includes('start at login'),
    setStartsAtLogin: async (on: boolean) => void (on && lent.asked.push('start at login')),
    isMailProgram: async () => false,
    becomeMailProgram: async () => {
      throw new Error('The system did not allow it.');
    },
    update: async () => ({ state: 'ready', version: '0.2.0' }),
    checkForUpdate: async () => ({ state: 'ready', version: '0.2.0' }),
    installUpdate: async () => void lent.asked.push('install'),
  };
  Object.assign(globalThis, { lent, posthorn: bridge });
}
