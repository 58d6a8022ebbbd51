import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { testWeb } from '../../../daemon/outgoing/test-web.ts';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, threadSubject } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const frame = (page: Page) => page.frameLocator('article iframe');
const banner = (page: Page) => page.locator('article p[aria-live]');
const drawn = 'document.images[0]?.naturalWidth';

/** The width of the first image in the frame, which has no scripts to report it. */
async function widthDrawn(page: Page): Promise<unknown> {
  await frame(page).locator('img').first().waitFor();
  return page.frames()[1]?.evaluate(drawn);
}

suite('remote images wait for the user', { skip }, () => {
  let browser: Browser;
  before(async () => void (browser = await sharedBrowser()));

  test('they are shown once, or always from a sender, trackers are named and stay blocked, and the choice can be undone', async (t) => {
    const web = await testWeb(t, (_request, response) => response.end(dot));
    const html = [
      '<h1>The coats are here</h1>',
      `<img src="${web.base}/coat.png" width="600" height="180" alt="A coat">`,
      `<img src="${web.base}/wf/open?u=7" width="1" height="1">`,
    ].join('\n');
    const message = mail({
      from: 'Coats <coats@wardrobe.test>',
      subject: 'The coats are here',
      text: html,
      minutesAgo: 1,
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
    const app = await startFakeApp(t, { messages: [message], fetch: web.fetch });
    const { page, pageErrors: troubles, close } = await openPage(browser, `${app.url}/inbox`);
    const fetched = () => web.recorded.map(({ path }) => path);
    await listRows(page).filter({ hasText: 'The coats are here' }).first().click();
    await threadSubject(page).waitFor();
    await banner(page).filter({ hasText: '2 images blocked. One would tell SendGrid' }).waitFor();
    await button(page, 'Why?').click();
    await page.getByText('shop.example.org 2 images, tracking for SendGrid').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    assert.deepEqual(fetched(), []);

    await button(page, 'Load images').press('Enter');
    await banner(page).filter({ hasText: '1 image loaded. 1 tracker still blocked: SendGrid' }).waitFor();
    assert.equal(await widthDrawn(page), 1);
    assert.deepEqual(fetched(), ['/coat.png']);
    await page.reload();
    await banner(page).filter({ hasText: '2 images blocked' }).waitFor();

    await button(page, 'Always load from this sender').click();
    await banner(page).filter({ hasText: '1 image loaded' }).waitFor();
    await page.reload();
    await banner(page).filter({ hasText: '1 image loaded' }).waitFor();
    await button(page, 'Why?').click();
    await button(page, 'Senders whose images always load').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('coats@wardrobe.test').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: /^Ask each time/ }).click();
    await dialog.getByText('Posthorn asks each time').waitFor();
    await page.keyboard.press('Escape');
    await banner(page).filter({ hasText: '2 images blocked' }).waitFor();
    assert.deepEqual(fetched(), ['/coat.png'], 'fetched images are kept');
    assert.deepEqual(troubles, []);
    await close();
  });
});
