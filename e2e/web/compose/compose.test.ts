import assert from 'node:assert/strict';
import { before, suite, test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import { openPage, listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { holdRequests } from '../held-requests.ts';
import { sharedBrowser } from '../suite-app.ts';

const reducedMotion = { reducedMotion: 'reduce' as const };

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' });
const composer = (page: Page) => page.getByRole('region', { name: /^Message: / });
const toast = (page: Page, words: string | RegExp) => page.locator('[role=region] li').filter({ hasText: words });
const saved = (page: Page) => composer(page).getByText('Draft saved', { exact: true }).waitFor();
const focused = (page: Page) => page.locator(':focus');

/** Pastes a text where the focus is. */
const paste = (page: Page, pasted: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(pasted)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);

suite('writing a message', { skip }, () => {
  let browser: Browser;
  before(async () => void (browser = await sharedBrowser()));

  /** A page whose clock is the daemon's, which moves only when the test moves it. */
  async function opened(t: TestContext, path = '/inbox') {
    const app = await startFakeApp(t);
    const watched = await openPage(browser, app.url + path, reducedMotion, (page) =>
      page.addInitScript(`Date.now = () => ${app.clock.now().getTime()}`),
    );
    await listRows(watched.page).first().waitFor();
    return { ...app, ...watched };
  }

  test('Escape pressed again while a message is being closed closes it once, and without words leaves no draft after a reload', async (t) => {
    const { page, daemon, close } = await opened(t);
    let requests = 0;
    const { hold, asked, goOn } = holdRequests();
    await page.route('**/mail/compose/session/discard', (route) => {
      requests += 1;
      return hold(route);
    });
    await page.keyboard.press('c');
    await field(page, 'To').and(focused(page)).waitFor();
    await page.reload();
    await field(page, 'To').click();
    await page.keyboard.press('Escape');
    await asked;
    await page.keyboard.press('Escape');
    goOn();
    await composer(page).waitFor({ state: 'detached' });
    assert.equal(requests, 1);
    assert.deepEqual((await daemon.ask('drafts.list')).drafts, []);
    await close();
  });

  test('the user writes it by keyboard alone, it is held for some seconds, sent once and in Sent', async (t) => {
    const { page, pageErrors: troubles, close, daemon, clock } = await opened(t);
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await field(page, 'To').and(focused(page)).waitFor();
    await page.keyboard.type('bob@example.org,');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dinner on Friday');
    const focusedAtOnce = await page.evaluate(`
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
      document.activeElement.getAttribute('aria-label')`);
    assert.equal(focusedAtOnce, 'Message text', 'so that the next character is not part of the subject');
    await page.keyboard.type('Shall we say ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('seven');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('?');
    await saved(page);
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Control+Enter');
    await toast(page, /^Sending in \d+ s/).waitFor();
    await page.locator('main li a:focus').waitFor();
    assert.equal(daemon.sender('ada').deliveries.length, 0, 'undo is still possible');
    clock.advance(10_000);
    await toast(page, /^Sent$/).waitFor();
    const [message, ...more] = daemon.sender('ada').deliveries;
    assert.deepEqual([message?.to, more.length], [['bob@example.org'], 0]);
    assert.match(String(message?.bytes), /Subject: Dinner on Friday[^]*<strong>seven<\/strong>/);
    await page.getByRole('navigation').getByRole('link', { name: 'Sent' }).click();
    await listRows(page).filter({ hasText: 'Dinner on Friday' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('an undone send is open again as it was, with its recipients and its file', async (t) => {
    const { page, pageErrors: troubles, close, daemon } = await opened(t);
    await listRows(page).filter({ hasText: 'Boiler inspection' }).click();
    await threadSubject(page).waitFor();
    await page.keyboard.press('f');
    await text(page)
      .and(focused(page))
      .or(field(page, 'To').and(focused(page)))
      .waitFor();
    await paste(page, '"Lee, Bob" <bob@example.org>; nobody\nada@example.org');
    await composer(page).getByText('“nobody” isn’t a valid address.').waitFor();
    await page.setInputFiles('input[type=file]', {
      name: 'plan, final.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a plan'),
    });
    await composer(page).getByText('6 bytes').waitFor();
    await text(page).click();
    await page.keyboard.type('Here is the plan.');
    await page.keyboard.press('Control+Enter');
    await composer(page).getByText('Can’t send yet').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await composer(page).getByRole('button', { name: 'Keep editing' }).click();
    await composer(page).getByRole('button', { name: 'Remove nobody' }).click();
    await page.keyboard.press('Control+Enter');
    const anyway = composer(page).getByRole('button', { name: 'Send anyway' });
    await anyway.or(toast(page, /^Sending in/)).waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await toast(page, /^Sending in/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await composer(page).getByRole('button', { name: 'Lee, Bob <bob@example.org>' }).waitFor();
    await composer(page).getByText('plan, final.txt').waitFor();
    await untilAsserted(async () => assert.match((await text(page).textContent()) ?? '', /^Here is the plan\./));
    assert.equal(daemon.sender('ada').deliveries.length, 0);
    assert.deepEqual(troubles, []);
    await composer(page).getByRole('button', { name: 'Remove plan, final.txt' }).click();
    await text(page).and(focused(page)).waitFor();
    await close();
  });

  test('text typed before its field exists goes into it; a pressed button keeps the focus while it is busy', async (t) => {
    const { page, close, url } = await opened(t);
    const begins = '**/compose/session';
    const saving = holdRequests();
    await page.route(begins, saving.hold);
    await page.goto(`${url}/compose`);
    await saving.asked;
    await page.keyboard.type('e#ben@example.orgx');
    await page.keyboard.press('Backspace');
    saving.goOn();
    await field(page, 'To').and(focused(page)).waitFor();
    await page.keyboard.press('Tab');
    await composer(page).getByText('e#ben@example.org').first().waitFor();
    await page.unroute(begins);

    await page.keyboard.type('Supper');
    await saved(page);
    const checks = '**/compose/session/safety-check';
    const checked = holdRequests();
    await page.route(checks, checked.hold);
    const send = composer(page).getByRole('button', { name: 'Send', exact: true });
    await send.press('Enter');
    await checked.asked;
    await send.and(page.locator('[aria-busy=true]:focus')).waitFor();
    checked.goOn();
    await send.and(page.locator('[aria-busy=true]')).waitFor({ state: 'detached' });
    await close();
  });

  test('typed text survives a reload and a daemon that does not answer', async (t) => {
    const { page, expectError: expects, close, daemon, url } = await opened(t);
    await page.keyboard.press('c');
    await field(page, 'To').and(focused(page)).waitFor();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Half');
    await saved(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('In the middle of a sent');
    await page.reload();
    await text(page).getByText('In the middle of a sent').waitFor();

    expects(/ERR_FAILED/);
    await page.route('**/compose/session/update', (route) => route.abort());
    await text(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('ence');
    await composer(page)
      .getByText(/^Not saved: /)
      .first()
      .waitFor();
    await page.goto('about:blank');
    await page.unrouteAll();
    await page.goto(`${url}/all`);
    await text(page).getByText('In the middle of a sentence').waitFor();
    await saved(page);
    const { sessions } = await daemon.ask('compose.sessions');
    assert.deepEqual(
      sessions.map(({ bodyMarkdown }) => bodyMarkdown),
      ['In the middle of a sentence'],
    );

    await page.setViewportSize({ width: 360, height: 700 });
    await page.getByRole('radio', { name: 'Markdown' }).click();
    await page.locator('.cm-content').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
    );
    await page.keyboard.press('Escape');
    await toast(page, 'Draft saved').waitFor();
    await composer(page).waitFor({ state: 'detached' });
    await close();
  });
});
