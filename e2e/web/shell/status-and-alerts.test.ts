import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page, WebSocketRoute } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import { mail } from '../../../daemon/test-daemon.ts';
import { testFolder } from '../../../daemon/test-folder.ts';
import { axeViolations, axeViolationsInBothThemes } from '../axe.ts';
import { openPage, skip, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const reducedMotion = { reducedMotion: 'reduce' as const };
const narrow = { ...reducedMotion, viewport: { width: 360, height: 780 } };
const messageCount = 120;

const messageOf = (n: number) =>
  mail({ from: 'Bea <bea@letters.example>', subject: `Letter ${n}`, text: `Text ${n}`, id: `l-${n}@letters.example` });

const statusLine = (page: Page) => page.getByRole('contentinfo').getByTitle('Show what’s in progress');
const statusPanel = (page: Page) => page.getByRole('dialog', { name: 'In progress' });
const alertBar = (page: Page) => page.getByRole('region', { name: 'Alerts' });
const untilStatusSays = (page: Page, text: RegExp | string) => statusLine(page).filter({ hasText: text }).waitFor();

suite('current work and problems', { skip }, () => {
  let browser: Browser;
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  let free = 50_000_000_000;
  const ends: (() => unknown)[] = [];
  before(async () => {
    [browser, app] = await Promise.all([
      sharedBrowser(),
      startFakeApp(
        { after: (end) => void ends.push(end as () => unknown) },
        { messages: Array.from({ length: messageCount }, (_, n) => messageOf(n)), freeBytes: () => free },
      ),
    ]);
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const open = (path: string, options: object = reducedMotion, prepare?: (page: Page) => Promise<unknown>) =>
    openPage(browser, app.url + path, { isFresh: true, ...options }, prepare);

  /** The page's clock is the daemon's: work that ended a day ago is not announced. */
  const atItsTime = (page: Page) => page.clock.setFixedTime(app.clock.now());

  /** Waits until the daemon has received the cancellation of a job. */
  async function cancelled(job_id: string | null | undefined): Promise<void> {
    await until('the job is to end', async () => (await app.daemon.ask('jobs.get', { job_id })).job.cancelled);
  }

  /** Advances the clock until a job has ended: work that waits for it may begin to wait at any moment. */
  async function ended(job_id: string | null | undefined) {
    const asked = () => app.daemon.ask('jobs.get', { job_id });
    await until('the job ends', async () => {
      if (!['queued', 'running'].includes((await asked()).job.status)) return true;
      app.clock.advance(120_000);
      return false;
    });
    return asked();
  }

  function importMail(numbers: readonly number[]) {
    const file = join(testFolder(), 'old.mbox');
    const from = 'From - Tue Mar 10 07:00:00 2026\r\n';
    writeFileSync(file, Buffer.concat(numbers.flatMap((n) => [Buffer.from(from), messageOf(n), Buffer.from('\r\n')])));
    return app.daemon.ask('import.start', { path: file }, { origin: 'cli' });
  }

  test('with no current work the page says so, by mouse, by name and on a phone', async () => {
    const { page, close } = await open('/inbox');
    await untilStatusSays(page, /^Synced/);
    await statusLine(page).click();
    await statusPanel(page).getByText('Nothing in progress.').waitFor();
    await statusPanel(page).getByText('Ada', { exact: true }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await statusPanel(page).waitFor({ state: 'detached' });
    await statusLine(page).and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('in progress');
    await page.keyboard.press('Enter');
    await statusPanel(page).getByText('Nothing in progress.').waitFor();
    await close();

    const small = await open('/inbox', narrow);
    await statusLine(small.page).click();
    await statusPanel(small.page).getByRole('button', { name: 'Close' }).waitFor();
    const box = await statusPanel(small.page).boundingBox();
    assert.deepEqual([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))], [0, 360, 780]);
    assert.deepEqual(await axeViolations(small.page), []);
    await statusPanel(small.page).getByRole('button', { name: 'Close' }).click();
    await statusPanel(small.page).waitFor({ state: 'detached' });
    await small.close();
  });

  test('a long job is in the status line and its detail with its progress, also after a reload, and is cancelled there', async () => {
    const { page, close } = await open('/inbox', reducedMotion, atItsTime);
    await untilStatusSays(page, /^Synced/);
    app.control.fault({ kind: 'offline' });
    const { result } = await app.daemon.ask('mutations.archive', { query: 'from:bea' });
    await untilStatusSays(page, `Archiving messages: 0 of ${messageCount} messages`);
    await page.getByRole('status').filter({ hasText: 'Archiving messages' }).waitFor({ state: 'attached' });
    await page.reload();
    await untilStatusSays(page, 'Archiving messages');
    await statusLine(page).click();
    await statusPanel(page).getByText('Archiving messages').waitFor();
    const progress = statusPanel(page).getByRole('progressbar', { name: 'Progress: Archiving messages' });
    await untilAsserted(async () => assert.equal(await progress.getAttribute('max'), String(messageCount)));
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await statusPanel(page).getByRole('button', { name: 'Cancel: Archiving messages' }).press('Enter');
    await cancelled(result.job_id);
    app.control.clearFaults();
    const { job } = await ended(result.job_id);
    assert.equal(job.cancelled, true);
    // What the server may have received before the cancellation is still done.
    await statusPanel(page)
      .getByText(
        new RegExp(
          `^(Finished before it could be cancelled, ${messageCount} messages|Cancelled: 0 of ${messageCount} messages)`,
        ),
      )
      .waitFor();
    await statusPanel(page).getByText('Nothing in progress.').waitFor();
    await app.daemon.ask('sync.start');
    await page.keyboard.press('Escape');
    await untilStatusSays(page, /^Synced/);
    await close();
  });

  test('the result of a job is shown until the user has seen it, also in a page opened later', async () => {
    const { page, close } = await open('/inbox');
    await untilStatusSays(page, /^Synced/);
    app.clock.advance(1_000);
    await importMail([900, 901, 902]);
    await untilStatusSays(page, 'Mail import: Done, 3 messages');
    await page.getByRole('status').filter({ hasText: 'Mail import: Done' }).waitFor({ state: 'attached' });
    await page.reload();
    await untilStatusSays(page, 'Mail import: Done, 3 messages');
    await statusLine(page).press('Enter');
    await statusPanel(page).getByText('Done, 3 messages').waitFor();
    await page.keyboard.press('Escape');
    await untilStatusSays(page, /^Synced/);
    await page.reload();
    await untilStatusSays(page, /^Synced/);
    await close();
  });

  test('a full disk is reported above the mail until there is space; less urgent messages can be dismissed', async () => {
    free = 90_000_000;
    const { page, close } = await open('/inbox');
    await alertBar(page).getByText('90 MB are free').waitFor();
    await alertBar(page).getByText('Free up some space on that disk.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await untilAsserted(async () =>
      assert.equal(
        await alertBar(page)
          .getByRole('button', { name: /^Not now/ })
          .count(),
        0,
      ),
    );
    free = 900_000_000;
    await alertBar(page).getByRole('button', { name: 'I’ve freed up space' }).press('Enter');
    await alertBar(page).getByText('900 MB are free').waitFor();
    await alertBar(page)
      .getByRole('button', { name: /^Not now/ })
      .press('Enter');
    await alertBar(page).waitFor({ state: 'detached' });
    await untilAsserted(async () => assert.equal(await page.evaluate('document.activeElement.tagName'), 'MAIN'));
    free = 50_000_000_000;
    await close();
  });

  test('an unreadable config.toml is reported at once, and a read-only mailbox explains how to change that', async () => {
    const { page, close } = await open('/inbox');
    await untilStatusSays(page, /^Synced/);
    const sound = readFileSync(app.daemon.configFile, 'utf8');
    writeFileSync(app.daemon.configFile, `${sound}\n[general\n`);
    app.daemon.reloadConfig();
    await alertBar(page)
      .getByText(/isn’t valid TOML.*Posthorn uses the last good settings/)
      .waitFor();
    await alertBar(page).getByRole('button', { name: 'Restore the last good version' }).waitFor();
    await page.goto(`${app.url}/diagnostics`);
    await page.getByRole('button', { name: /^Restore the last good version: / }).waitFor();
    await page.getByRole('button', { name: /^Start with the default settings: / }).waitFor();
    writeFileSync(app.daemon.configFile, `[general]\nsafety_policy = "read-only"\n${sound}`);
    app.daemon.reloadConfig();
    await alertBar(page)
      .getByText(/is read-only/)
      .waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await alertBar(page).getByRole('link', { name: 'Open setting' }).waitFor();
    writeFileSync(app.daemon.configFile, sound);
    app.daemon.reloadConfig();
    await alertBar(page).waitFor({ state: 'detached' });
    await close();
  });

  test('a damaged config.toml is restored above the mail, or reset in the health check', async () => {
    const { daemon } = app;
    const before = readFileSync(daemon.configFile, 'utf8');
    writeFileSync(daemon.configFile, '[broken');
    daemon.reloadConfig();
    const inbox = await open('/inbox');
    const restore = alertBar(inbox.page).getByRole('button', { name: 'Restore the last good version' });
    await restore.click();
    await inbox.page.getByText('config.toml was restored to its last good version.').first().waitFor();
    await alertBar(inbox.page).getByText('Posthorn uses the last good settings').waitFor({ state: 'detached' });
    assert.equal(readFileSync(daemon.configFile, 'utf8'), before);
    await inbox.close();

    writeFileSync(daemon.configFile, '[broken');
    daemon.reloadConfig();
    const health = await open('/diagnostics');
    await health.page.getByRole('button', { name: /^Start with the default settings: / }).click();
    await health.page.getByText('The default settings are in effect.').first().waitFor();
    assert.equal(existsSync(daemon.configFile), false);
    assert.deepEqual((await daemon.ask('settings.get')).values['accounts'], {});
    await health.close();
    writeFileSync(daemon.configFile, before);
    daemon.reloadConfig();
    await daemon.resync();
  });

  test('changes between the load of the page and its connection are shown', async () => {
    const sound = readFileSync(app.daemon.configFile, 'utf8');
    const { promise: isChanged, resolve: connect } = Promise.withResolvers<void>();
    const { page, close } = await open('/settings/general', reducedMotion, (opened) =>
      opened.routeWebSocket(/\/events/, async (socket) => {
        await isChanged;
        socket.connectToServer();
      }),
    );
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const wrong = page.getByText(/^config\.toml, line \d+: .*max_results/);
    assert.equal(await wrong.count(), 0);
    const changes = app.daemon.events.all('ConfigChanged').length;
    writeFileSync(app.daemon.configFile, `${sound}\n[search]\nmax_results = 0\n`);
    app.daemon.reloadConfig();
    await app.daemon.events.until('ConfigChanged', changes + 1);
    connect();
    await wrong.waitFor();
    writeFileSync(app.daemon.configFile, sound);
    app.daemon.reloadConfig();
    await wrong.waitFor({ state: 'detached' });
    await close();
  });

  test('the page waits for a stopped daemon with a countdown, and reconnects by itself to one with a new token', async () => {
    let isDown = false;
    const sockets: WebSocketRoute[] = [];
    const {
      page,
      expectError: expects,
      close,
    } = await open('/inbox', reducedMotion, (opened) =>
      opened.routeWebSocket(/\/events/, (socket) => {
        if (isDown) return void socket.close({ code: 1011 });
        sockets.push(socket);
        socket.connectToServer();
      }),
    );
    expects(/WebSocket/);
    await untilStatusSays(page, /^Synced/);
    await sockets.at(-1)?.close({ code: 4401 });
    await until('the page connects again', () => sockets.length >= 2);
    await untilStatusSays(page, /^Synced/);
    assert.equal(await alertBar(page).count(), 0);
    isDown = true;
    await sockets.at(-1)?.close({ code: 1011 });
    await alertBar(page).getByText('Posthorn isn’t responding.').waitFor();
    await alertBar(page)
      .getByText(/Reconnecting/)
      .waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await alertBar(page).getByRole('button', { name: 'Try now' }).focus();
    isDown = false;
    await page.keyboard.press('Enter');
    await alertBar(page).waitFor({ state: 'detached' });
    await untilStatusSays(page, /^Synced/);
    await close();
  });
});
