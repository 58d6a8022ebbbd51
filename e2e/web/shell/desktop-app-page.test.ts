import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import type { LastView } from '../../../daemon/contract/desktop.ts';
import { waitLimitMs } from '../../../daemon/test-until.ts';
import { lastViewUrl } from '../../../electron/window/last-view-html.ts';
import { alerts, waitForAlert } from '../alerts.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { exposeBridge } from '../desktop-bridge.ts';
import { openPage, listRows, skip, threadSubject, waitForExpression, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

type AppState = Partial<Pick<Parameters<typeof exposeBridge>[0], 'isUpdated' | 'update'>>;

suite('the page in the window of the desktop app', { skip }, () => {
  const running = suiteApp();

  /** The page as the app shows it. The token is the one of the handshake. */
  async function openInApp({ isUpdated = false, update }: AppState = {}): Promise<{
    page: Page;
    handshakes: string[];
    close(): Promise<void>;
  }> {
    const { app, browser } = running;
    const answer = await fetch(new URL('/api/v1/auth/local-token', app.url));
    const { token } = (await answer.json()) as { token: string };
    const handshakes: string[] = [];
    const { page, close } = await openPage(browser, `${app.url}/inbox`, {}, async (lentTo) => {
      await lentTo.addInitScript(exposeBridge, { token, isUpdated, ...(update && { update }) });
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
    await untilAsserted(async () => assert.equal(await page.evaluate('window.isSamePage'), true));
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
    const items = ['Open', 'Open with…', 'Save and show in folder'];
    await untilAsserted(async () => assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), items));
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

  test('the app keeps the list for its next start, where the page replaces it in place', async (t) => {
    // An alert about an update would appear above the list.
    const { page, close } = await openInApp({ update: { state: 'none' } });
    t.after(close);
    await waitForExpression(page, 'lent.views.some(({ path }) => path === "/inbox")');
    const view = (await page.evaluate('lent.views.at(-1)')) as LastView;
    const shown = await page.evaluate(rowPlaces);
    assert.doesNotMatch(view.html, /href=|<form|<script|<iframe|style="[^"]*url/);
    assert.match(view.html, /Starting… This is your list as of \d/);

    const stored = { ...view, storedAt: new Date().toISOString() };
    const url = lastViewUrl(stored, { pageFolder: join(import.meta.dirname, '../../../web/dist'), now: new Date() });
    assert.ok(url);
    const start = await running.browser.newPage({ viewport: page.viewportSize() });
    start.setDefaultTimeout(waitLimitMs);
    t.after(() => start.close());
    await start.goto(url);
    await start.evaluate('document.fonts.ready');
    const started = await start.evaluate(rowPlaces);
    assert.deepEqual(started, shown, 'nothing moves when the page replaces the list');
    await start.getByText('Starting…').waitFor();

    const cover = stripTypeScriptTypes(
      await readFile(join(import.meta.dirname, '../../../electron/window/cover.ts'), 'utf8'),
    );
    await page.addInitScript(`${cover.replaceAll('export ', '')}
      coverUntilRendered(Promise.resolve(${JSON.stringify(view)}));
      window.frames = [];
      const look = () => {
        const row = document.querySelector('[data-thread]');
        frames.push({ top: row?.getBoundingClientRect().top, isOwn: row?.closest('#root') !== null });
        requestAnimationFrame(look);
      };
      look();`);
    await page.reload();
    await waitForExpression(page, 'frames.filter(({ top, isOwn }) => top !== undefined && isOwn).length > 5');
    const frames = (await page.evaluate('frames')) as { top?: number; isOwn: boolean }[];
    const visible = frames.slice(frames.findIndex(({ top }) => top !== undefined));
    assert.equal(visible[0]?.isOwn, false, 'the list was there before that of the page');
    assert.equal(new Set(visible.map(({ top }) => top)).size, 1, 'no frame was without the list, and it did not move');

    await page.evaluate('lent.shows("/now")');
    await waitForExpression(
      page,
      'lent.views.some(({ path, html }) => path === "/now" && html.includes("data-moment"))',
    );
  });

  test('after an update the user learns once what is new, and the tour and the report are reached from the menu', async (t) => {
    const { page, close } = await openInApp({ isUpdated: true });
    t.after(close);
    const show = (path: string) => page.evaluate(`lent.shows(${JSON.stringify(path)})`);
    await page.getByText('Posthorn was updated to version 0.1.0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'What’s new' }).click();
    const notes = page.getByRole('dialog', { name: 'What’s new in version 0.1.0' });
    await notes.getByRole('listitem').first().waitFor();
    await page.keyboard.press('Escape');
    await notes.waitFor({ state: 'detached' });
    await show('/inbox#whats-new');
    await notes.getByRole('button', { name: 'Close' }).last().click();

    await show('/inbox#tour');
    const tour = page.getByRole('complementary', { name: 'Tour of Posthorn' });
    await tour.getByText('1 of 3').waitFor();
    await waitForExpression(page, 'location.hash === ""');
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText('Mail is still received and sent').waitFor();
    await tour.getByRole('button', { name: 'Done' }).click();
    await tour.waitFor({ state: 'detached' });
    await show('/inbox#tour');
    await tour.getByRole('button', { name: 'Skip the tour' }).click();
    await tour.waitFor({ state: 'detached' });

    await show('/diagnostics');
    await page.getByRole('button', { name: 'Bug report' }).click();
    const report = page.getByRole('dialog');
    await report.getByText('the update failed (EACCES)').waitFor();
    await report.getByLabel('Include 1 crash file (1.2 MB)').check();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await report.getByRole('button', { name: 'Save a folder and show it' }).click();
    await waitForExpression(page, 'lent.asked.includes("report true true")');
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
    await untilAsserted(async () => assert.equal(await atLogin.isChecked(), true));
    await close();
  });
});

/** Where the first rows of the list are, and what they say. Evaluated in the page. */
const rowPlaces = `[...document.querySelectorAll('[data-thread]')].slice(0, 5).map((row) => {
  const { top, left, width, height } = row.getBoundingClientRect();
  return { top, left, width, height, text: row.querySelector('[dir=auto]').textContent };
})`;
