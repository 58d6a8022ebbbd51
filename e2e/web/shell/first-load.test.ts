import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { until } from '../../../daemon/test-until.ts';
import { catalogEntries } from '../../../web/i18n/validate.ts';
import type { CatalogSource } from '../../../web/i18n/message-format.ts';
import { openPage, listRows, skip, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const dist = join(import.meta.dirname, '../../../web/dist');
const locales = join(import.meta.dirname, '../../../resources/locales');
/** Bytes of scripts and styles after gzip: the page benchmark explains the value. */
const maxFirstLoadBytes = 250_000;

/** Counts the changes in a list while it is scrolled by one turn of the wheel. */
const changeCounterScript = `
  window.changed = { came: 0, kept: 0 };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes' && target.closest?.('li')) changed.kept += 1;
      for (const node of addedNodes) if (node.nodeName === 'LI') changed.came += 1;
    }
  }).observe(document.querySelector('main ul[role=list]'), { childList: true, subtree: true, attributes: true })`;

describe('the first load', { skip, concurrency: 1 }, () => {
  test('the scripts and styles of the first paint are small, and contain nothing that is rarely used', () => {
    const files = firstFiles();
    const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
    assert.ok(size <= maxFirstLoadBytes, `${size} bytes of scripts and styles`);
    assert.ok(files.length <= 8, files.join(', '));
    assert.doesNotMatch(files.join(' '), /composer|editor|docs|settings|accounts|keys-page|reader|soon|words/);
  });

  test('it has its own texts, and neither those of other pages nor their loader', () => {
    const english = JSON.parse(readFileSync(join(locales, 'en/page.json'), 'utf8')) as CatalogSource;
    const scripts = firstFiles().filter((file) => file.endsWith('.js'));
    const code = scripts.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n');
    const long = catalogEntries(english).filter(({ text }) => text.length > 30 && /^[\w ,.’]+$/.test(text));
    const included = long.filter(({ text }) => code.includes(text)).map(({ keyPath: [section] }) => section);
    assert.ok(included.includes('empty'), 'the text of an empty list');
    assert.deepEqual(
      included.filter((section) => /^(activity|docs|sounds|welcome)$/.test(section ?? '')),
      [],
    );
    assert.ok(included.length < long.length / 4, `${included.length} of ${long.length} long texts`);
    assert.doesNotMatch(code, /EXPECT_ARGUMENT_CLOSING_BRACE/);
  });

  test('until the first mail is shown, only the token and that mail are requested', async (t) => {
    const { url } = await startFakeApp(t);
    const { page, close } = await openPage(await sharedBrowser(), `${url}/inbox`);
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/')) requests.push(pathname.slice('/api/v1/'.length));
    });
    const isSettled = page.waitForResponse('**/mail/reminders');
    await page.reload();
    await listRows(page).first().waitFor();
    await isSettled;
    // Answers to requests from before the reload may come late.
    const anew = requests.slice(requests.indexOf('auth/local-token'));
    assert.deepEqual(anew.slice(0, 2), ['auth/local-token', 'mail/mailbox']);
    assert.ok(!anew.includes('client/shell'), 'the sidebar comes with the mail');
    const later = ['mail/reminders', 'mail/invites', 'mail/mutations', 'platform/approvals'];
    const soon = anew.slice(0, Math.min(...later.map((each) => anew.indexOf(each)).filter((at) => at >= 0)));
    assert.ok(soon.length < 19, soon.join(', '));
    assert.ok(!soon.includes('platform/demo') && !soon.includes('platform/saved-searches'), soon.join(', '));
    await close();
  });

  test('a part of the page that is requested while the daemon restarts comes with its styles when it is back', async (t) => {
    const { url } = await startFakeApp(t);
    const lost: string[] = [];
    let isDown = true;
    const { page, expectError, close } = await openPage(await sharedBrowser(), `${url}/inbox`, {}, async (page) => {
      await page.route(/\/$|\/assets\/analytics-page-.*\.(js|css)$/, async (route) => {
        const request = route.request();
        if (!isDown || request.isNavigationRequest()) return route.continue();
        lost.push(request.method() === 'HEAD' ? 'probe' : request.resourceType());
        await route.abort('connectionrefused');
      });
    });
    expectError(/ERR_CONNECTION_REFUSED/);
    await listRows(page).first().waitFor();
    await page.evaluate("globalThis.isSamePage = true; history.pushState({}, '', '/analytics')");
    await until('the page waits for the daemon', () => lost.filter((each) => each === 'probe').length > 1);
    assert.deepEqual([lost.includes('script'), lost.includes('stylesheet')], [true, true], lost.join());
    assert.equal(await page.getByRole('alert').count(), 0);
    isDown = false;
    await page.getByRole('heading', { name: 'Storage and habits' }).waitFor();
    const styles = "[...document.styleSheets].filter(({ href }) => href?.includes('analytics-page')).length";
    await untilAsserted(async () => assert.deepEqual(await page.evaluate(`[isSamePage, ${styles}]`), [true, 1]));
    await close();
  });

  test('a turn of the wheel creates the rows that become visible, and hardly changes those that stay', async (t) => {
    const { url } = await startFakeApp(t);
    const { page, close } = await openPage(await sharedBrowser(), `${url}/all`);
    await listRows(page).nth(3).hover();
    await page.evaluate(changeCounterScript);
    await page.mouse.wheel(0, 400);
    const addedRows = () => page.evaluate<number>('changed.came');
    await until('rows come', async () => (await addedRows()) > 0);
    const { kept } = await page.evaluate<{ kept: number }>('changed');
    assert.ok((await addedRows()) <= 16, `${await addedRows()} rows were added`);
    // Of the row that the pointer was on, and of the one that it is on now.
    assert.ok(kept <= 10, `${kept} changes of rows that stayed`);
    await close();
  });
});

/** The files that the HTML names. All others are fetched on demand. */
function firstFiles(): string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...new Set([...html.matchAll(/\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file = '']) => file))];
}
