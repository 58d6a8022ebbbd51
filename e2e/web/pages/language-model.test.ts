import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import { testChatServer, type ChatCall } from '../../../daemon/models/test-chat-server.ts';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, skip, threadSubject, untilAsserted } from '../browser.ts';
import { keepsToasts, suiteFakeApp, toast } from '../suite-app.ts';

const summarize = (page: Page) => page.getByRole('button', { name: 'Summarize' });
const helper = (page: Page) => page.getByRole('button', { name: 'Help me write' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' });

function answerOf({ system }: ChatCall): object | string {
  if (system.includes('summarize')) return { points: [{ text: 'Eve asks about the boat <img src=x>', messages: [1] }] };
  if (system.includes('You brief'))
    return { standing: 'It is open.', open: [], quotes: [{ message: 1, quote: 'Shall we rent the boat' }] };
  if (system.includes('before it is sent'))
    return { unanswered: [{ question: 'Shall we rent the boat?' }], promises: [] };
  if (system.includes('"parts"')) return { parts: ['Friday works.'] };
  if (system.includes('"body"')) return { body: 'Friday is fine for me, thank you.' };
  return system.includes('tested') ? 'ready' : { gist: 'About the boat' };
}

suite('the language model', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });
  const closes: (() => unknown)[] = [];
  let server: Awaited<ReturnType<typeof testChatServer>>;
  before(async () => {
    server = await testChatServer({ after: (close) => void closes.push(close as () => unknown) }, answerOf);
    const eve = 'Eve <eve@example.test>';
    // Opening it marks it as read, and only unread conversations are described in the list.
    const keys = mail({ from: eve, subject: 'Cabin keys', text: 'They are here.', id: 'keys@x', minutesAgo: 2 });
    const boat = { subject: 'Canoe rental', text: 'Shall we rent the boat?', id: 'boat@x', minutesAgo: 1 };
    for (const message of [keys, mail({ from: eve, ...boat })]) fake.app.control.deliver(message);
    await fake.app.daemon.resync();
  });
  after(async () => {
    for (const close of closes) await close();
  });

  test('nothing appears before a model is set up; then it is tried, used, and the page says what is sent where', async () => {
    const { page, pageErrors, close } = await fake.open('/inbox', { viewport: { width: 1440, height: 900 } });
    await listRows(page).filter({ hasText: 'Cabin keys' }).click();
    await threadSubject(page).filter({ hasText: 'Cabin keys' }).waitFor();
    await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await text(page).waitFor();
    await untilAsserted(async () =>
      assert.deepEqual([await summarize(page).count(), await helper(page).count()], [0, 0]),
    );
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await text(page).waitFor({ state: 'detached' });

    await page.goto(`${fake.app.url}/settings/ai`);
    await page.getByText('No model is in use.').waitFor();
    await page.getByLabel('Server address').fill(server.base_url);
    await page
      .locator('input[required]')
      .and(page.getByLabel('Model', { exact: true }))
      .fill('small');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('small answered.').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Use this model' }).click();
    await page.getByText(`small on ${new URL(server.base_url).host} is in use.`).waitFor();
    await page.getByLabel('Show what conversations are about').click();
    const row = page.getByRole('row', { name: /^Briefings/ });
    await row.getByText('This computer', { exact: true }).waitFor();
    await page.getByLabel('Let what’s known about people leave this computer').click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(fake.app.daemon.config.current.llm.allow_cloud_relationship_data, false);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true),
    );
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a list shows what the model wrote; a summary leads to its messages, and its HTML is text', async () => {
    const { page, pageErrors, close } = await fake.open('/inbox', { isFresh: true });
    const row = listRows(page).filter({ hasText: 'Canoe rental' });
    await row.getByText('Written by small: About the boat').waitFor();
    await untilAsserted(async () => assert.doesNotMatch(await row.innerText(), /Shall we rent/));
    await row.click();
    await summarize(page).click();
    const written = page.getByRole('region', { name: 'Help with reading' });
    await written.getByText('Eve asks about the boat').waitFor();
    await written.getByText('Written by small. It may be wrong.').waitFor();
    await untilAsserted(async () => assert.equal(await written.locator('img').count(), 0));
    await written.getByRole('button', { name: 'Go to message 1' }).click();
    await page.locator('[data-message]').first().waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Brief me' }).click();
    await written.locator('blockquote').filter({ hasText: 'Shall we rent the boat' }).waitFor();
    await written.getByRole('button', { name: 'Hide' }).click();
    await written.locator('h2').waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a suggestion changes the text only when it is taken, and can be undone', async () => {
    const { page, pageErrors, close } = await fake.open('/inbox', { viewport: { width: 1440, height: 900 } });
    await listRows(page).filter({ hasText: 'Canoe rental' }).click();
    await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await text(page).waitFor();
    await helper(page).click();
    const panel = page.getByRole('dialog', { name: 'Help me write' });
    const compared = panel.getByRole('group', { name: 'Suggestion' });
    await panel.getByLabel('What do you want to say?').fill('Yes');
    await panel.getByRole('button', { name: 'Draft', exact: true }).click();
    await panel.locator('ins').filter({ hasText: 'Friday is fine for me' }).waitFor();
    await untilAsserted(async () => assert.doesNotMatch(await text(page).innerText(), /Friday/));
    await untilAsserted(async () => assert.equal(await compared.innerText(), 'Friday is fine for me, thank you.'));
    await panel.getByRole('button', { name: 'Use this text' }).click();
    await text(page).filter({ hasText: 'Friday is fine for me, thank you.' }).waitFor();
    await helper(page).click();
    await panel.getByRole('button', { name: 'Check before sending' }).click();
    await panel.getByRole('list', { name: 'Noticed' }).getByText('A question may not be answered.').waitFor();
    await panel.getByRole('button', { name: 'Shorten' }).click();
    await panel.locator('del').first().waitFor();
    assert.doesNotMatch(await compared.innerText(), /rent the boat/);
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await panel.getByRole('button', { name: 'Use this text' }).click();
    await text(page).filter({ hasText: 'Friday works.' }).waitFor();
    await toast(page, 'The text was replaced').last().getByRole('button', { name: 'Undo' }).click();
    await text(page).filter({ hasText: 'Friday is fine for me, thank you.' }).waitFor();
    assert.deepEqual(fake.app.daemon.sender('ada').deliveries, []);
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
