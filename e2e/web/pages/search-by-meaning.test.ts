import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mail } from '../../../daemon/test-daemon.ts';
import { testModelFolder } from '../../../daemon/features/semantic/test-semantic.ts';
import { axeViolations } from '../axe.ts';
import { listRows, skip, untilAsserted } from '../browser.ts';
import { suiteFakeApp } from '../suite-app.ts';

suite('searching by meaning', { skip }, () => {
  const fake = suiteFakeApp();

  test('is set up from a folder, marks what only the meaning found, and shows messages like another one', async () => {
    const { app } = fake;
    const bruna = { from: 'Bruna <bruna@example.test>', text: 'In the garage.' };
    app.control.deliver(mail({ ...bruna, subject: 'The automobile', id: 'one@x', minutesAgo: 2 }));
    app.control.deliver(mail({ ...bruna, subject: 'The zebra car', id: 'two@x', minutesAgo: 1 }));
    const { page, pageErrors, close } = await fake.open('/search?q=car');
    const row = (subject: string) => listRows(page).filter({ hasText: subject });
    await row('The zebra car').waitFor();
    await untilAsserted(async () =>
      assert.equal(await page.getByRole('button', { name: 'Similar meaning' }).count(), 0),
    );

    await page.goto(`${app.url}/settings/ai`);
    const english = page.getByRole('listitem').filter({ has: page.getByText('English', { exact: true }) });
    await english.getByText('Not downloaded').waitFor();
    await english.getByRole('button').click();
    await page.getByRole('dialog').getByText('from huggingface.co').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('summary').filter({ hasText: 'Install from a folder' }).click();
    await page.getByLabel('Folder', { exact: true }).fill(testModelFolder());
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await english.getByText('In use').waitFor();
    assert.deepEqual(await axeViolations(page), []);

    await page.goto(`${app.url}/search?q=car`);
    await row('The zebra car').waitFor();
    const byMeaning = page.getByRole('button', { name: 'Similar meaning' });
    await byMeaning.click();
    await row('The automobile').getByText('Similar meaning').waitFor();
    await untilAsserted(async () => assert.equal(await byMeaning.getAttribute('aria-pressed'), 'true'));
    await untilAsserted(async () => assert.equal(await row('The zebra car').getByText('Similar meaning').count(), 0));
    assert.deepEqual(await axeViolations(page), []);

    await page.setViewportSize({ width: 390, height: 844 });
    const mark = await row('The automobile').getByText('Similar meaning').boundingBox();
    assert.ok(mark && mark.x + mark.width <= 390, JSON.stringify(mark));
    assert.ok(mark.width > 80, 'its name is not cut');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByText(/of these results (is|are) similar in meaning/).waitFor();
    await page.getByRole('button', { name: 'Exact matches only' }).click();
    await row('The automobile').waitFor({ state: 'detached' });
    await untilAsserted(async () => assert.equal(await byMeaning.getAttribute('aria-pressed'), 'false'));

    await row('The zebra car').click();
    await page.getByRole('button', { name: 'More actions for this message' }).last().click();
    await page.getByRole('menuitem', { name: 'More like this' }).click();
    await page.getByRole('dialog').getByRole('link').filter({ hasText: 'The automobile' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('dialog').getByRole('link').filter({ hasText: 'The automobile' }).click();
    await page.getByRole('heading', { name: 'The automobile' }).waitFor();
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
