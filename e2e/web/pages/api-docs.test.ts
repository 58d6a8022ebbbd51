import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Page, Request } from 'playwright';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { openPage, skip, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Requests' }).getByRole('link', { name });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const answer = (page: Page) => page.getByRole('region', { name: 'Response' });

suite('the API documentation with its forms, in the page and as GET /docs', { skip }, () => {
  const running = suiteApp();
  let token = '';
  before(async () => {
    token = await tokenOf(running.app.url);
  });
  const open = (path = '/docs', options = {}) =>
    openPage(running.browser, running.app.url + path, { isFresh: !path.startsWith('/docs'), ...options });

  test('the detail of the status line links to it, and a request is found by search and by keys', async () => {
    const { page, pageErrors: troubles, close } = await open('/inbox');
    await page.locator('footer button').first().click();
    await page.getByRole('link', { name: 'For scripts: the API' }).click();
    await page.waitForURL('**/docs');
    await heading(page, 'One address for everything').waitFor();
    await untilAsserted(async () => assert.match(await page.title(), /^API · Posthorn$/));
    await page.getByRole('main').getByRole('searchbox').click();
    await page.keyboard.type('mail search group_by');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, /GET \/mail\/search\/groups/).waitFor();
    assert.match(page.url(), /#request\/search\.groups$/);
    await page.goBack();
    await heading(page, 'One address for everything').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('errors in config.toml are shown in the same place, with their line', async () => {
    const { page, pageErrors: troubles, close } = await open('/inbox');
    const note = { severity: 'warning', key: 'general.colour', message: 'general.colour isn’t a setting.' };
    const trouble = 'config.toml, line 9, column 1, isn’t valid TOML: unfinished table. Correct that line.';
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
    const errors = page.getByRole('dialog', { name: 'In progress' }).getByRole('region', { name: 'Settings' });
    await errors.getByText('config.toml, line 1203: general.colour isn’t a setting.').waitFor();
    await errors.getByText('config.toml: general.colour isn’t a setting.').waitFor();
    await errors.getByText(trouble).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a read is sent by one click: health without a form, a search with one', async () => {
    const { page, pageErrors: troubles, expectError: expects, close } = await open('/docs#request/client.health');
    await page.getByText('Needs no key').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page).getByText('"service": "posthorn"').waitFor();
    await page.getByRole('searchbox').fill('/mail/search');
    await entry(page, 'GET /mail/search').first().click();
    await page.getByLabel('q', { exact: true }).fill('canary');
    await page.getByLabel('limit', { exact: true }).fill('1');
    await page.getByText(/q=canary&limit=1|limit=1&q=canary/).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page).getByText('Canary rollout notes').waitFor();
    await answer(page).getByText('x-request-id').waitFor();
    await page.getByLabel('limit', { exact: true }).fill('nine');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page).getByText('"code": "invalid_input"').waitFor();
    expects(/status of 400/);
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a change says so and needs a second, deliberate click; a double click does not count', async () => {
    const { page, close } = await open('/docs#request/tokens.create');
    const made: Request[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') made.push(request);
    });
    await page.getByText('This changes your mail or settings.').waitFor();
    await page.getByRole('button', { name: 'Send…' }).dblclick();
    const question = page.getByRole('group', { name: 'This changes your mail or settings.' });
    await question.waitFor();
    assert.equal(made.length, 0);
    const body = page.getByRole('textbox', { name: 'Body' });
    await body.fill('{ "name": ');
    await page.getByText('The body isn’t valid JSON').waitFor();
    await untilAsserted(async () => assert.equal(await question.count(), 0, 'the confirmation was for another body'));
    await body.fill('{ "name": "Morning digest", "origin": "script" }');
    await page.getByRole('button', { name: 'Send…' }).click();
    assert.equal(made.length, 0);
    await page.getByRole('button', { name: 'Send request' }).click();
    await answer(page).getByText('"token_id"').waitFor();
    assert.equal(made.length, 1);
    await close();
  });

  test('events are listed live, wait while paused, and stop when the view is left', async () => {
    const { page, pageErrors: troubles, close } = await open('/docs#request/bridge.events');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(/^Connected\./).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await syncNow(running.app.url, token);
    await page.getByText(/^Paused\. [1-9]\d* events? waiting\.$/).waitFor();
    const list = page.getByRole('list', { name: 'Events, newest first' });
    const before = await list.getByRole('listitem').count();
    await page.getByRole('button', { name: 'Resume' }).click();
    const started = list.getByRole('listitem').filter({ hasText: 'SyncStarted' }).first();
    await started.locator('summary').click();
    await started.getByText('"event": "SyncStarted"').waitFor();
    await untilAsserted(async () => assert.ok((await list.getByRole('listitem').count()) > before));
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Not connected.').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a record is reached by its name, lists its references, and leads back', async () => {
    const { page, close } = await open('/docs#request/search.find');
    await page.getByRole('link', { name: 'RowGroup' }).first().click();
    await heading(page, 'RowGroup').waitFor();
    await page.getByRole('link', { name: 'GET /mail/mailbox' }).last().click();
    await heading(page, /GET \/mail\/mailbox/).waitFor();
    await page.goto(`${running.app.url}/docs#request/no.such`);
    await page.getByText('Not found in the API').waitFor();
    await close();
  });

  test('axe finds no fault: a request with its answer in light and dark, a change, events', async () => {
    const { page, close } = await open('/docs#request/client.health');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page).locator('pre').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    for (const hash of ['#request/tokens.create', '#request/bridge.events']) {
      await page.goto(`${running.app.url}/docs${hash}`);
      await page.locator('main h1[tabindex]').waitFor();
      const act = page.getByRole('button', { name: 'Send…' });
      if (await act.isVisible()) await act.click();
      assert.deepEqual(await axeViolations(page), [], hash);
    }
    await close();
  });

  test('360 pixels suffice: the index, then the request over it, no horizontal overflow', async () => {
    const { page, pageErrors: troubles, close } = await open('/docs', { viewport: { width: 360, height: 740 } });
    const spill = () => page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>;
    const detailSpill = 'document.querySelector("main [role=group]").scrollWidth - 360';
    await entry(page, 'GET /mail/mailbox').click();
    await heading(page, /GET \/mail\/mailbox/).waitFor();
    await untilAsserted(async () => assert.equal(await entry(page, 'GET /mail/mailbox').isVisible(), false));
    await untilAsserted(async () => assert.deepEqual([await spill(), await page.evaluate(detailSpill)], [0, 0]));
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page)
      .getByText(/^OK in/)
      .waitFor();
    await untilAsserted(async () => assert.deepEqual([await spill(), await page.evaluate(detailSpill)], [0, 0]));
    await page.getByRole('button', { name: 'Back to all requests' }).click();
    await entry(page, 'GET /mail/mailbox').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('of many requests only the visible one is laid out', async () => {
    const { page, close } = await open('/inbox');
    await page.route('**/api/v1/openapi.json', async (route) => {
      const response = await route.fetch();
      const real = (await response.json()) as { paths: Record<string, { get?: object }> };
      const find = real.paths['/mail/search']?.get;
      const many = Array.from({ length: 300 }, (_, at) => [
        `/more/${at}`,
        { get: { ...find, operationId: `more.${at}` } },
      ]);
      await route.fulfill({ response, json: { ...real, paths: Object.fromEntries(many) } });
    });
    await page.goto(`${running.app.url}/docs#request/more.299`);
    await heading(page, /GET \/more\/299/).waitFor();
    await untilAsserted(async () =>
      assert.equal(
        await page.getByRole('navigation', { name: 'Requests' }).locator('a[href^="#request"]').count(),
        300,
      ),
    );
    await untilAsserted(async () => assert.equal(await page.locator('article').count(), 1));
    await untilAsserted(async () =>
      assert.ok(await entry(page, 'GET /more/299').isVisible(), 'the index has scrolled to it'),
    );
    await close();
  });
  /** The page as a client opens it that adds the token only to this address, and all of its later requests. */
  async function openAlone(hash: string) {
    const requests: Request[] = [];
    const path = `/api/v1/docs${hash}`;
    const watched = await openPage(running.browser, running.app.url + path, { reducedMotion: 'reduce' }, (page) =>
      page.route('**/api/v1/docs', (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
      ),
    );
    await watched.page.locator('h1[tabindex]').waitFor();
    // Earlier requests are the page itself, as its resource timing below shows.
    watched.page.context().on('request', (request) => requests.push(request));
    return { ...watched, asked: requests };
  }

  test('checklist 10: a browser without the token gets 401 and no page', async () => {
    const { status, headers } = await fetch(`${running.app.url}/api/v1/docs`);
    assert.deepEqual([status, headers.get('content-type')], [401, 'application/json; charset=utf-8']);
  });

  test('checklist 11: it loads nothing from other hosts, and its later requests are the API with the token', async () => {
    const { page, asked, pageErrors: troubles, close } = await openAlone('#overview');
    const loaded = 'performance.getEntriesByType("resource").map(({ name }) => name)';
    for (const name of ['GET /mail/search', 'MessageRow', 'GET /health']) {
      await entry(page, name).first().click();
      await page.locator('article').waitFor();
    }
    await page.waitForLoadState('networkidle');
    await untilAsserted(async () => assert.deepEqual(await page.evaluate(loaded), []));
    assert.equal(asked.length, 0);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page).getByText('"service": "posthorn"').waitFor();
    await entry(page, 'GET /mail/search').first().click();
    await page.getByLabel('Key', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByLabel('q', { exact: true }).fill('canary');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await answer(page).getByText('Canary rollout notes').waitFor();
    const seen = await Promise.all(
      asked.map(async (request) => [request.url(), (await request.headerValue('authorization')) ?? 'open']),
    );
    assert.deepEqual(seen, [
      [`${running.app.url}/api/v1/health`, 'open'],
      [`${running.app.url}/api/v1/mail/search?q=canary`, `Bearer ${token}`],
    ]);
    assert.deepEqual(troubles, []);
    const kept = await page.evaluate(
      'JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie])',
    );
    assert.ok(!String(kept).includes(token));
    await close();
  });

  test('the token can be fetched from this computer, used for the events, and dropped', async () => {
    const { page, pageErrors: troubles, close } = await openAlone('#request/bridge.events');
    await page.getByRole('button', { name: 'Get it from this computer' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(/^Connected\./).waitFor();
    await entry(page, 'GET /mail/mailbox').click();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByText('This page has no key yet').waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });
});

async function tokenOf(url: string): Promise<string> {
  const handed = await fetch(`${url}/api/v1/auth/local-token`);
  return ((await handed.json()) as { token: string }).token;
}

async function syncNow(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await fetch(`${url}/api/v1/mail/sync`, { method: 'POST', headers })).status, 200);
}
