import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { bob } from '../../../daemon/test-daemon.ts';
import { axeViolations } from '../axe.ts';
import { openPage, skip } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const statusLine = (page: Page) => page.getByRole('contentinfo').getByTitle('Show what’s in progress');
const stallMs = 110_000;

suite('an account that needs attention', { skip }, () => {
  let browser: Browser;
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  const ends: (() => unknown)[] = [];
  before(async () => {
    [browser, app] = await Promise.all([
      sharedBrowser(),
      startFakeApp({ after: (end) => void ends.push(end as () => unknown) }, { others: [bob] }),
    ]);
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const statusOfBob = async () => {
    const { sync_statuses } = (await app.daemon.ask('sync.status')) as Extract<
      Awaited<ReturnType<typeof app.daemon.ask<'sync.status'>>>,
      { kind: 'SyncStatuses' }
    >;
    return sync_statuses.find(({ account_name }) => account_name === bob.name);
  };

  test('while its server does not answer, the status line, its details and the sidebar say so, until it answers', async () => {
    const { page, close } = await openPage(browser, `${app.url}/inbox`, { reducedMotion: 'reduce' });
    await statusLine(page)
      .filter({ hasText: /^Synced/ })
      .waitFor();
    const inboxes = page.getByRole('list', { name: 'Inbox by account' });
    const troubled = inboxes.getByRole('link', { name: /^Bob.*needs attention/ });
    await troubled.waitFor({ state: 'detached' });

    app.otherServer(bob.key).control.fault({ kind: 'stall', times: 1, ms: stallMs });
    await app.daemon.ask('sync.start');
    await statusLine(page)
      .filter({ hasText: 'Needs attention: Bob: The server doesn’t answer FETCH in INBOX' })
      .waitFor();
    await troubled.waitFor();
    assert.equal((await statusOfBob())?.healthy, false);
    await statusLine(page).click();
    const panel = page.getByRole('dialog', { name: 'In progress' });
    await panel.getByText('The server doesn’t answer FETCH in INBOX.', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');

    app.clock.advance(stallMs);
    await statusLine(page)
      .filter({ hasText: /^Synced/ })
      .waitFor();
    await troubled.waitFor({ state: 'detached' });
    assert.equal((await statusOfBob())?.healthy, true);
    await close();
  });
});
