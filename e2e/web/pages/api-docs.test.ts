import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Locator, Page, Request } from 'playwright';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, skip } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

const searchSummary = 'Searches all mail of the accounts the caller may see';
const entry = (page: Page, text: string) => page.locator('.opblock', { hasText: text });
const answered = (form: Locator) => form.locator('.live-responses-table');

suite('the API documentation with its forms, in the page and as GET /docs', { skip }, () => {
  const running = suiteApp();
  let token = '';
  before(async () => {
    token = await tokenOf(running.app.url);
  });
  const open = (path = '/docs', options = {}) =>
    openPage(running.browser, running.app.url + path, { reducedMotion: 'reduce', ...options });

  test('the detail of the status line leads to it', async () => {
    const { page, pageErrors, close } = await open('/inbox');
    await page.locator('footer button').first().click();
    await page.getByRole('link', { name: 'For scripts: the API' }).click();
    await page.waitForURL('**/docs');
    await page.getByRole('heading', { name: 'Posthorn' }).first().waitFor();
    assert.match(await page.title(), /^The API · Posthorn$/);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('what is wrong with config.toml stands in the same place, with its line', async () => {
    const { page, pageErrors, close } = await open('/inbox');
    const note = { severity: 'warning', key: 'general.colour', message: 'general.colour is not a setting.' };
    const trouble = 'config.toml, line 9, column 1, is not valid TOML: unfinished table. Correct that line.';
    await page.route('**/api/v1/admin/status', async (route) => {
      const response = await route.fetch();
      const status = (await response.json()) as object;
      const notes = [
        { ...note, line: 1203 },
        { ...note, line: null },
      ];
      await route.fulfill({ response, json: { ...status, config: { trouble, notes } } });
    });
    await page.locator('footer button').first().click();
    const answerText = page.getByRole('dialog', { name: 'What is going on' }).getByRole('region', { name: 'Settings' });
    await answerText.getByText('config.toml, line 1203: general.colour is not a setting.').waitFor();
    await answerText.getByText('config.toml: general.colour is not a setting.').waitFor();
    await answerText.getByText(trouble).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('every group is listed, and the filter finds a request by its path', async () => {
    const { page, pageErrors, close } = await open();
    await entry(page, 'Gives the bridge token to programs on this machine').waitFor();
    await filter(page, '/mail/search/groups');
    await page.getByText('/mail/search/groups').first().waitFor();
    assert.equal(await page.locator('.opblock').count(), 1);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a search is sent with the token of the page, and only with the values the user typed', async () => {
    const { page, pageErrors, expectError, close } = await open();
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    const search = await opened(page, '/mail/search', searchSummary);
    await search.getByRole('textbox', { name: 'q', exact: true }).fill('canary');
    await send(search);
    await answered(search).getByText('Canary rollout notes').first().waitFor();
    const sent = asked.find((request) => request.url().includes('/mail/search?'));
    assert.equal(await sent?.headerValue('authorization'), `Bearer ${token}`);
    assert.equal(await sent?.headerValue('x-client-kind'), 'web');
    const { searchParams } = new URL(sent?.url() ?? '');
    assert.deepEqual([searchParams.get('q'), searchParams.get('account_id')], ['canary', null]);
    assert.ok(!(await page.locator('.api-viewer').innerText()).includes(token), 'the token is not shown');
    await search.getByRole('textbox', { name: 'limit', exact: true }).fill('9999');
    await send(search);
    await search
      .getByText(/must be less than or equal|1000/)
      .first()
      .waitFor();
    expectError(/status of 400/);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a request that changes something is sent only after the user confirms it', async () => {
    const { page, pageErrors, close } = await open();
    const made: Request[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') made.push(request);
    });
    const create = await opened(page, 'tokens', 'Makes a token for a script');
    const answers = [false, true];
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answers.shift() ? dialog.accept() : dialog.dismiss());
    });
    await send(create);
    assert.equal(made.length, 0);
    await send(create);
    await answered(create).getByText('"token_id"').waitFor();
    assert.equal(made.length, 1);
    assert.deepEqual(questions, Array(2).fill('This changes your mail or settings.'));
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('the stream of events is described and cannot be sent as a request', async () => {
    const { page, pageErrors, close } = await open();
    await filter(page, 'bridge');
    const events = entry(page, 'A WebSocket on which every event arrives');
    await events.getByRole('button').first().click();
    await events.getByText('It is closed with 1001').waitFor();
    assert.equal(await events.getByRole('button', { name: 'Execute' }).count(), 0);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('axe finds nothing serious: the list, an answer, a form with a body, in light and dark', async () => {
    const { page, close } = await open();
    await page.locator('.opblock').first().waitFor();
    assert.deepEqual(await grave(page), []);
    const search = await opened(page, '/mail/search', searchSummary);
    await search.getByRole('textbox', { name: 'q', exact: true }).fill('canary');
    await send(search);
    await answered(search).getByText('Canary rollout notes').first().waitFor();
    assert.deepEqual(await grave(page), []);
    await opened(page, 'tokens', 'Makes a token for a script');
    assert.deepEqual(await grave(page), []);
    await close();
  });

  test('360 pixels are enough: nothing is cut off sideways', async () => {
    const { page, pageErrors, close } = await open('/docs', { viewport: { width: 360, height: 740 } });
    const search = await opened(page, '/mail/search', searchSummary);
    await send(search);
    await answered(search).locator('pre').first().waitFor();
    const spill = `[document.documentElement, document.querySelector('.api-viewer')]
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`;
    assert.deepEqual(await page.evaluate(spill), [0, 0]);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  /** The page as a client opens it that adds the token to this one address. */
  async function openAlone() {
    const watched = await openPage(running.browser, `${running.app.url}/api/v1/docs`, {}, (page) =>
      page.route('**/api/v1/docs', (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
      ),
    );
    await watched.page.locator('.opblock').first().waitFor();
    return watched;
  }

  test('checklist 10: a browser without the token gets 401 and no page', async () => {
    const { status, headers } = await fetch(`${running.app.url}/api/v1/docs`);
    assert.deepEqual([status, headers.get('content-type')], [401, 'application/json; charset=utf-8']);
  });

  test('checklist 11: it loads nothing, and gets the token from this computer for the first request', async () => {
    const { page, pageErrors, close } = await openAlone();
    const asked: Request[] = [];
    page.on('request', (request) => asked.push(request));
    const search = await opened(page, '/mail/search', searchSummary);
    await page.waitForLoadState('networkidle');
    const loaded = 'performance.getEntriesByType("resource").map(({ name }) => name)';
    assert.deepEqual(await page.evaluate(loaded), []);
    assert.equal(asked.length, 0);
    await search.getByRole('textbox', { name: 'q', exact: true }).fill('canary');
    await send(search);
    await answered(search).getByText('Canary rollout notes').first().waitFor();
    assert.deepEqual(
      asked.map((request) => new URL(request.url()).pathname),
      ['/api/v1/auth/local-token', '/api/v1/mail/search'],
    );
    assert.equal(await asked[1]?.headerValue('authorization'), `Bearer ${token}`);
    const kept = await page.evaluate(
      'JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie])',
    );
    assert.ok(!String(kept).includes(token));
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a token can be pasted, which axe finds nothing serious about, and it is sent instead', async () => {
    const { page, pageErrors, expectError, close } = await openAlone();
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    assert.deepEqual(await grave(page), []);
    await page.locator('.modal-ux input').fill('wrong');
    await page.locator('.modal-ux').getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.modal-ux').getByRole('button', { name: 'Close' }).last().click();
    const search = await opened(page, '/mail/search', searchSummary);
    await send(search);
    await answered(search).getByText('"code": "unauthorized"').waitFor();
    expectError(/status of 401/);
    assert.deepEqual(pageErrors, []);
    await close();
  });
});

/** What axe finds, without the outline of headings and landmarks, which Swagger UI decides and axe calls moderate. */
async function grave(page: Page): Promise<string[]> {
  return (await axeViolationsInBothThemes(page)).filter(
    (complaint) => !/^(heading-order|landmark-|region)/.test(complaint),
  );
}

/** Filters the list. A click while the list changes may not reach its request. */
async function filter(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Filter by tag or path').fill(text);
  await page.locator('.opblock-tag[data-tag=accounts]').waitFor({ state: 'detached' });
}

/** The form of a request, ready to be sent. */
async function opened(page: Page, path: string, summary: string): Promise<Locator> {
  await filter(page, path);
  const found = entry(page, summary);
  await found.getByRole('button').first().click();
  await found.getByRole('button', { name: 'Execute' }).waitFor();
  return found;
}

async function send(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Execute' }).click();
}

async function tokenOf(url: string): Promise<string> {
  const handed = await fetch(`${url}/api/v1/auth/local-token`);
  return ((await handed.json()) as { token: string }).token;
}
