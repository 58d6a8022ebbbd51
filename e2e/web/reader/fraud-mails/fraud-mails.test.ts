import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { sampleOf } from '../../../runner/tier.ts';
import { closePages, listRows, openPage, skip, threadSubject, type OpenedPage } from '../../browser.ts';
import { startFakeApp } from '../../fake-app.ts';
import { sharedBrowser } from '../../suite-app.ts';
import type { FraudMail, ShownMail } from './fraud-mail.ts';
import { linkFrauds } from './link-frauds.ts';
import { senderFrauds } from './sender-frauds.ts';
import { deceptiveLinks, shownMail } from './shown-mail.ts';

const frauds: readonly FraudMail[] = [...linkFrauds, ...senderFrauds];

suite('mail that deceives', { skip }, () => {
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  let browser: Browser;
  let watched: OpenedPage;
  let threads: Map<string, string>;
  const endings: (() => unknown)[] = [];
  const whole = { after: (end?: unknown) => void (typeof end === 'function' && endings.unshift(() => end())) };
  before(async () => {
    const messages = frauds.flatMap(({ source, earlier = [] }) => [...earlier, source]);
    [app, browser] = await Promise.all([startFakeApp(whole, { messages }), sharedBrowser()]);
    const { mailbox } = await app.daemon.ask('mailbox.list', { limit: 200 });
    threads = new Map(mailbox.groups.flatMap(({ rows }) => rows).map((row) => [row.subject, row.thread_id]));
    watched = await openPage(browser, `${app.url}/inbox`);
    // Before the page shows its list, it may not follow the address yet.
    await listRows(watched.page).first().waitFor();
  });
  after(async () => {
    try {
      await watched?.close();
      if (app) await closePages(browser, app.url);
    } finally {
      for (const end of endings) await end();
    }
  });

  async function open(page: Page, name: string): Promise<void> {
    const thread = threads.get(name);
    assert.ok(thread, `The inbox has no conversation “${name}”.`);
    // As a link within the page does, which is faster than loading the page.
    await page.evaluate(
      `history.pushState({}, '', '/inbox/m/${thread}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await threadSubject(page).filter({ hasText: name }).waitFor();
  }

  for (const { name, expected } of sampleOf(frauds, { few: 10, some: 5 }))
    test(name, async () => {
      const { page, pageErrors } = watched;
      await open(page, name);
      const shown = await shownMail(page, expected);
      const compared = Object.fromEntries(
        Object.keys(expected).map((key) => [key, shown[key as keyof ShownMail]]),
      ) as Partial<ShownMail>;
      assert.deepEqual(compared, expected);
      assert.deepEqual(await deceptiveLinks(page), []);
      assert.deepEqual(pageErrors, []);
    });
});
