import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { catalogEntries } from '../../../web/i18n/validate.ts';
import { openPage, listRows, skip, waitForExpression, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

const english = readFileSync(new URL('../../../resources/locales/en/page.json', import.meta.url), 'utf8');
/** Long enough not to occur in mail by chance. */
const texts = catalogEntries(JSON.parse(english) as Record<string, string>)
  .map(({ text }) => text)
  .filter((text) => /\p{Letter}{4}/u.test(text) && !/[{']/.test(text));

suite('the texts of the page', { skip }, () => {
  const running = suiteApp({ isAlone: true });

  test('are those of the language in the settings, at once and from the first frame of the next page', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    await listRows(page).first().waitFor();
    await untilAsserted(async () => assert.equal(await page.getAttribute('html', 'lang'), 'en'));
    await choose('en-XA');
    await waitForExpression(page, "document.documentElement.lang === 'en-XA'");
    await page.getByRole('heading', { name: /⟦Îñƀöẋ/ }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /⟦Îñƀöẋ/ }).waitFor();
    await untilAsserted(async () => assert.match(await page.title(), /⟦Îñƀöẋ/));
    await close();
  });

  test('are all texts on its pages', async () => {
    await choose('en-XA');
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`, { isFresh: true });
    await waitForExpression(page, "document.documentElement.lang === 'en-XA'");
    await listRows(page).first().waitFor();
    const first = await page.locator('[data-thread]').first().getAttribute('data-thread');
    for (const path of [
      '/inbox',
      `/inbox/${first}`,
      '/search?q=plan',
      '/accounts',
      '/activity',
      '/diagnostics',
      '/keys',
      '/settings/general',
      '/settings/appearance',
      '/settings/reading',
      '/settings/writing',
      '/settings/privacy',
      '/settings/storage',
      '/settings/advanced',
      '/sounds',
    ]) {
      await go(page, path);
      assert.deepEqual(await untranslatedOn(page), [], path);
      await untilAsserted(async () => assert.equal(await overflow(page), 0, `${path} is wider than its window`));
    }
    await close();
  });

  test('run from right to left with the page in such a language', async () => {
    await choose('ar-XB');
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 360, height: 780 },
    ]) {
      const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`, { viewport, isFresh: true });
      await waitForExpression(page, "document.documentElement.dir === 'rtl'");
      await listRows(page).first().waitFor();
      await untilAsserted(async () => assert.equal(await overflow(page), 0));
      if (viewport.width > 1000) {
        const [sidebar, list] = await Promise.all([
          page.locator('nav').first().boundingBox(),
          listRows(page).first().boundingBox(),
        ]);
        assert.ok(sidebar && list && sidebar.x > list.x, 'The sidebar is at the right.');
      }
      for (const path of ['/settings/appearance', '/diagnostics']) {
        await go(page, path);
        await untilAsserted(async () => assert.equal(await overflow(page), 0, path));
      }
      await close();
    }
  });

  async function choose(language: string): Promise<void> {
    const { url } = running.app;
    const { token } = (await (await fetch(`${url}/api/v1/auth/local-token`)).json()) as { token: string };
    const response = await fetch(`${url}/api/v1/platform/settings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'ui.language', value: language }),
    });
    assert.equal(response.status, 200, await response.text());
  }
});

/** Navigates to another page without a reload, and waits until it has announced its name. */
async function go(page: Page, path: string): Promise<void> {
  const to = JSON.stringify(path);
  await page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`);
  await waitForExpression(page, `location.pathname + location.search === ${to}`);
  await waitForExpression(page, "document.querySelector('main :is(h1, h2, [contenteditable], textarea)') !== null");
  await waitForExpression(page, "document.querySelector('[aria-busy=true]') === null");
}

/** English words in texts and labels of a page. Mail, names of people and keys are in no language of the page. */
async function untranslatedOn(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const known = new Set(${JSON.stringify(texts)});
    const shown = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (!parentElement.closest('[dir=auto], kbd, script, style')) shown.push(nodeValue);
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll('[' + name + ']')) shown.push(element.getAttribute(name));
    return [...new Set(shown.map((text) => text.trim()).filter((text) => known.has(text)))];
  })()`);
}

/** By how many pixels a page is wider than its window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
