import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { makeHome, startDaemon, type DaemonProcess } from '../../daemon-process.ts';
import { extent, sampleOf } from '../../runner/tier.ts';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { closePages, openPage, listRows, skip, threadSubject, type OpenedPage } from '../browser.ts';
import { demoStates } from '../states/all-states.ts';
import { accountStates, firstRunStates } from '../states/first-run-states.ts';
import type { PageState } from '../states/state.ts';
import { sharedBrowser, suiteApp } from '../suite-app.ts';

/** `npm test` checks one state of each of these addresses. Other suites check the pages that they open. */
const sampledPaths = [
  '/inbox',
  '/search',
  '/reply-later',
  '/invites',
  '/keys',
  '/diagnostics',
  '/there-is-no-such-page',
];

suite('axe finds no fault', { skip }, () => {
  const running = suiteApp();
  let watched: OpenedPage;
  before(async () => {
    watched = await openPage(running.browser, `${running.app.url}/inbox`, { reducedMotion: 'reduce' });
    watched.expectError(/status of 400/);
    await listRows(watched.page).first().waitFor();
  });
  after(() => watched?.close());

  for (const state of extent === 'few' ? samples() : sampleOf(demoStates, { few: 1, some: 9 })) {
    const { name, path, prepare, act, undo, refusedWith } = state;
    test(`${name}, light and dark`, async () => {
      if (prepare) {
        const own = await openPage(running.browser, running.app.url + path, { reducedMotion: 'reduce' }, prepare);
        if (refusedWith !== undefined) own.expectError(new RegExp(`status of ${refusedWith}`));
        await act?.(own.page);
        assert.deepEqual(await axeViolationsInBothThemes(own.page, { state: name }), []);
        return own.close();
      }
      const { page } = watched;
      await goTo(page, path);
      try {
        await act?.(page);
        assert.deepEqual(await axeViolationsInBothThemes(page, { state: name }), []);
      } finally {
        await undo?.(page);
      }
    });
  }

  test('narrow: the list, its mailboxes and a conversation', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 390, height: 800 });
    await goTo(page, '/inbox');
    assert.deepEqual(await axeViolations(page, { state: 'narrow list' }), []);
    await page.getByRole('button', { name: 'Show mailboxes' }).press('Enter');
    await page.getByRole('dialog').first().waitFor();
    assert.deepEqual(await axeViolations(page, { state: 'narrow mailboxes' }), []);
    await goTo(page, '/inbox');
    await listRows(page).first().click();
    await threadSubject(page).waitFor();
    await page.locator('article').first().waitFor();
    assert.deepEqual(await axeViolations(page, { state: 'narrow conversation' }), []);
  });
});

/** A user without an account, and one whose only account cannot connect: nothing listens on its port. */
const unreachable = { key: 'ada', name: 'Ada', email: 'ada@example.org', port: 1, username: 'ada', password: 'wrong' };
const beginnings = [
  { accounts: [], states: firstRunStates },
  { accounts: [unreachable], states: accountStates },
];

if (extent !== 'few')
  for (const { accounts, states } of beginnings)
    suite(`axe finds no fault with ${accounts.length} accounts`, { skip }, () => {
      const home = makeHome(accounts);
      let daemon: DaemonProcess;
      let browser: Browser;
      before(async () => {
        [daemon, browser] = await Promise.all([startDaemon(home, { caFile: '' }), sharedBrowser()]);
      });
      after(async () => {
        await closePages(browser, `http://127.0.0.1:${daemon.port}`);
        await daemon.stop();
        home.remove();
      });

      for (const { name, path, act } of sampleOf(states, { few: 1, some: 4 }))
        test(`${name}, light and dark`, async () => {
          const { page, close } = await openPage(browser, `http://127.0.0.1:${daemon.port}${path}`, { isFresh: true });
          await act?.(page);
          assert.deepEqual(await axeViolationsInBothThemes(page, { state: name }), []);
          await close();
        });
    });

/** The first state of each sampled address. */
function samples(): PageState[] {
  return sampledPaths.flatMap((sampled) => demoStates.find(({ path }) => path.split('?')[0] === sampled) ?? []);
}

/** Within the page, as a click on a link does: a reload costs more than the check. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor({ state: 'detached' });
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  if (/^\/(inbox|search\?q=canary)/.test(path)) await listRows(page).first().waitFor();
}
