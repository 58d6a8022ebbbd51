import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import {
  listRows,
  openPage,
  skip,
  threadSubject,
  type OpenedPage,
  waitForExpression,
  untilAsserted,
} from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const answers = { References: '<boat@shop.test>' };
const messages = [
  mail({
    from: 'The Shop <offers@shop.test>',
    subject: 'The boat',
    text: 'A boat with a café.\n\nTwelve metres.',
    id: 'boat@shop.test',
    minutesAgo: 30,
  }),
  mail({
    from: 'Finn Baker <finn@harbour.test>',
    subject: 'Re: The boat',
    text: '<style>p { color: #123456 }</style><h2>Formatted</h2><p>Is the <b>cafe</b> open?</p><img src="https://track.test/open.gif" width="90" height="20" alt="A picture">',
    id: 're-boat@harbour.test',
    minutesAgo: 20,
    headers: { ...answers, 'Content-Type': 'text/html; charset=utf-8' },
  }),
  mail({
    from: 'The Shop <offers@shop.test>',
    subject: 'Re: The boat',
    text: 'The CAFÉ opens in May.',
    id: 're-re-boat@shop.test',
    minutesAgo: 10,
    headers: { ...answers, Cc: 'Cleo <cleo@people.test>' },
  }),
];

const row = (page: Page) => listRows(page).filter({ hasText: 'The boat' });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const highlighted = (name: string) => `[...(CSS.highlights.get('${name}') ?? [])].map((range) => range.toString())`;

suite('what can be done with a conversation', { skip }, () => {
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  let opened: OpenedPage;
  const endings: (() => unknown)[] = [];
  const whole = { after: (end?: unknown) => void (typeof end === 'function' && endings.unshift(() => end())) };
  before(async () => {
    app = await startFakeApp(whole, { messages });
    opened = await openPage(await sharedBrowser(), `${app.url}/inbox`, { reducedMotion: 'reduce' });
    await row(opened.page).first().click();
    await threadSubject(opened.page).waitFor();
    await opened.page.locator('article').first().waitFor();
  });
  after(async () => {
    await opened?.close();
    for (const end of endings) await end();
  });

  test('text is found in all messages, and Escape returns the focus', async () => {
    const { page } = opened;
    const finder = page.getByRole('search', { name: 'Find in this conversation' });
    await page.locator('[data-keys=thread_view] [role=group]').first().focus();
    await page.keyboard.press('Control+f');
    await waitForExpression(page, 'document.activeElement.matches("[role=search] input")');
    await page.keyboard.type('CAFE');
    await finder.getByText(/^1 of \d$/).waitFor();
    await untilAsserted(async () => assert.equal(await page.locator('article').count(), 3));
    await waitForExpression(page, `${highlighted('find')}.at(-1) === 'CAFÉ'`);
    const all = (await page.evaluate(highlighted('find'))) as string[];
    assert.deepEqual([all[0], all.at(-1)], ['café', 'CAFÉ']);
    await untilAsserted(async () => assert.deepEqual(await page.evaluate(highlighted('find-current')), ['café']));
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.keyboard.press('Shift+Enter');
    await waitForExpression(page, `${highlighted('find-current')}[0] === 'CAFÉ'`);
    await page.keyboard.press('Enter');
    await waitForExpression(page, `${highlighted('find-current')}[0] === 'café'`);
    await page.keyboard.type('teria');
    await finder.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await finder.waitFor({ state: 'detached' });
    await untilAsserted(async () => assert.equal(await page.evaluate('CSS.highlights.size'), 0));
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'group'),
    );
  });

  test('a conversation is printed in full, and nothing else', async () => {
    const { page } = opened;
    await page.reload();
    await page.locator('article').first().waitFor();
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: 'print' });
    const printed = page.frameLocator('iframe[data-printed]');
    await untilAsserted(async () => assert.equal(await printed.locator('h1').textContent(), 'The boat'));
    await untilAsserted(async () => assert.equal(await printed.locator('article').count(), 3));
    const text = (await printed.locator('article').last().textContent()) ?? '';
    for (const part of ['The Shop <offers@shop.test>', 'Cleo <cleo@people.test>', '2026', 'opens in May'])
      assert.ok(text.includes(part), `${part} in ${text}`);
    const formatted = printed.locator('article').nth(1);
    await formatted.getByRole('heading', { name: 'Formatted' }).waitFor();
    const paragraph =
      'document.querySelector("iframe[data-printed]").contentDocument.querySelector("article > div").shadowRoot.querySelector("p")';
    const colour = () => page.evaluate(`getComputedStyle(${paragraph}).color`);
    await untilAsserted(async () => assert.equal(await colour(), 'rgb(18, 52, 86)'));
    await untilAsserted(async () => assert.equal(await formatted.locator('img[src]').count(), 0));
    await untilAsserted(async () => assert.equal(await page.locator('nav').first().isVisible(), false));
    const isWhole = 'document.querySelector("iframe[data-printed]").clientHeight >= 200';
    await untilAsserted(async () => assert.equal(await page.evaluate(isWhole), true));
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    await untilAsserted(async () => assert.equal(await page.locator('iframe[data-printed]').count(), 0));
  });

  test('a muted conversation leaves the inbox, is marked, and returns with Undo', async () => {
    const { page } = opened;
    await page.keyboard.press('m');
    await row(page).waitFor({ state: 'detached' });
    await toast(page, 'Muted 1 conversation. New replies skip the inbox.').waitFor();
    await page.goto(`${app.url}/all`);
    await row(page).getByRole('img', { name: 'Muted' }).waitFor();
    await row(page).click();
    await page.getByText('Muted: new replies skip the inbox.').waitFor();
    await page.keyboard.press('m');
    await page.getByText('Muted: new replies skip the inbox.').waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await page.getByText('Muted: new replies skip the inbox.').waitFor();
  });

  test('a sender is blocked from the menu of a message, listed in the settings, and unblocked', async () => {
    const { page } = opened;
    await page.keyboard.press('B');
    const dialog = page.getByRole('dialog', { name: 'Block The Shop?' });
    await dialog.getByText('New mail from offers@shop.test will go to Trash and stay unread').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('article').last().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block The Shop…' }).click();
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await toast(page, 'Blocked offers@shop.test').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('B');
    await page.getByRole('dialog', { name: 'The Shop is blocked' }).getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('z');
    await toast(page, 'Change undone').waitFor();
    await page.keyboard.press('Control+Shift+Z');
    await page.goto(`${app.url}/settings/privacy`);
    await page.getByRole('button', { name: 'Unblock offers@shop.test' }).click();
    await toast(page, 'Unblocked offers@shop.test').waitFor();
    await page.getByText('None yet. You can block a sender').waitFor();
  });

  test('shortcuts are found by name and by key', async () => {
    const { page } = opened;
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const names = dialog.locator('dt');
    await waitForExpression(page, 'document.activeElement.type === "search"');
    const all = await names.count();
    await page.keyboard.type('mute');
    await names.filter({ hasText: /^Archive$/ }).waitFor({ state: 'detached' });
    await untilAsserted(async () =>
      assert.deepEqual(await names.allTextContents(), ['Mute or unmute the conversation']),
    );
    await dialog.getByRole('searchbox').fill('ctrl p');
    await names.filter({ hasText: 'Print the conversation' }).waitFor();
    await dialog.getByRole('searchbox').fill('nothing like it');
    await dialog.getByText('No shortcut matches “nothing like it”.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await dialog.getByRole('searchbox').fill('');
    await names.filter({ hasText: /^Archive$/ }).waitFor();
    await untilAsserted(async () => assert.equal(await names.count(), all));
    assert.deepEqual(opened.pageErrors, []);
  });
});
