import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolations } from '../axe.ts';
import { listRows, skip, threadSubject, waitForExpression, untilAsserted } from '../browser.ts';
import { keepsToasts, focused, suiteFakeApp, toast } from '../suite-app.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Message text' });
const conversation = (page: Page) => page.locator('section[aria-label=Conversation]');
const inline = (page: Page) => conversation(page).getByRole('region', { name: /^Message: / });
const docked = (page: Page) => page.locator('[data-writing]:not([data-inline])');
const saved = (page: Page) => inline(page).getByText(/^Draft saved/);

async function openThread(page: Page, about: string): Promise<void> {
  await listRows(page).filter({ hasText: about }).first().click();
  await threadSubject(page).filter({ hasText: about }).waitFor();
}

suite('replies in their conversation', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });

  test('a reply is written under its message, stays with its conversation, and Escape returns to the message', async () => {
    const { page, pageErrors, close } = await fake.open('/inbox');
    await openThread(page, 'Boiler inspection');
    await page.keyboard.press('r');
    await text(page).and(focused(page)).waitFor();
    await inline(page).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).count(), 0);
    assert.equal(await saved(page).count(), 0, 'nothing was written yet');
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0),
    );
    await page.keyboard.type('Tuesday is fine.');
    await saved(page).waitFor();
    assert.deepEqual(await axeViolations(page), []);

    await conversation(page).getByRole('toolbar').first().press('r');
    await text(page).and(focused(page)).waitFor();
    assert.equal((await fake.app.daemon.ask('compose.sessions')).sessions.length, 1, 'one reply, not two');

    await listRows(page).filter({ hasNotText: 'Boiler inspection' }).first().click();
    await threadSubject(page).filter({ hasNotText: 'Boiler inspection' }).waitFor();
    await inline(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Re: .*Boiler inspection/ }).waitFor();
    await openThread(page, 'Boiler inspection');
    await inline(page).getByText('Tuesday is fine.').waitFor();

    await page.reload();
    await inline(page).getByText('Tuesday is fine.').click();
    await page.keyboard.press('Escape');
    await inline(page).waitFor({ state: 'detached' });
    await page.locator('article:focus').waitFor();
    const { sessions } = await fake.app.daemon.ask('compose.sessions');
    assert.equal(sessions.length, 0);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('it moves to the corner and back with its text, shows whose text is quoted, and an undone send is under its message', async () => {
    const { page, pageErrors, close } = await fake.open('/inbox');
    // The page's clock is the daemon's.
    await page.addInitScript(`Date.now = () => ${fake.app.clock.now().getTime()}`);
    await page.reload();
    await openThread(page, 'Boiler inspection');
    await page.keyboard.press('a');
    await text(page).and(focused(page)).waitFor();
    await page.keyboard.type('See you then');
    const options = inline(page).getByRole('button', { name: 'More options' });
    await options.click();
    await page.getByRole('menuitem', { name: 'Edit subject' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).and(focused(page)).waitFor();
    await options.click();
    await page.getByRole('menuitem', { name: 'Move to corner' }).click();
    await docked(page).getByText('See you then').waitFor();
    await docked(page).getByRole('button', { name: 'Move back to conversation' }).click();
    await inline(page).getByText('See you then').waitFor();
    await inline(page)
      .getByRole('button', { name: /^Show quoted text · .+, .+/ })
      .click();
    await text(page).getByText('wrote:').first().waitFor();
    await page.keyboard.press('Control+Enter');
    const anyway = inline(page).getByRole('button', { name: 'Send anyway' });
    await anyway.or(toast(page, /^Sending in/)).waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await toast(page, /^Sending in/)
      .getByRole('button', { name: 'Undo' })
      .click();
    await inline(page).getByText('See you then').waitFor();
    await inline(page).getByRole('button', { name: 'Discard' }).press('Enter');
    await inline(page).waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('the menu of a row opens the conversation with a reply or a forward, which has a subject', async () => {
    const { page, pageErrors, close } = await fake.open('/inbox');
    const row = listRows(page).filter({ hasText: 'Boiler inspection' }).first();
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Forward' }).click();
    await inline(page).getByRole('textbox', { name: 'Subject' }).waitFor();
    await page.getByRole('combobox', { name: 'To' }).and(focused(page)).waitFor();
    await page.keyboard.press('Escape');
    await inline(page).waitFor({ state: 'detached' });
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Reply', exact: true }).click();
    await text(page).and(focused(page)).waitFor();
    await inline(page).waitFor();
    await page.keyboard.press('Escape');
    await inline(page).waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('on a telephone it covers the page', async () => {
    const { page, close } = await fake.open('/inbox', { viewport: { width: 390, height: 844 } });
    await openThread(page, 'Boiler inspection');
    await page.keyboard.press('r');
    await text(page).and(focused(page)).waitFor();
    await waitForExpression(
      page,
      `JSON.stringify(document.querySelector('[data-writing]').getBoundingClientRect()).includes('"width":390,"height":844')`,
    );
    await page.keyboard.press('Escape');
    await docked(page).waitFor({ state: 'detached' });
    await close();
  });
});
