import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { axeViolations } from '../axe.ts';
import { skip } from '../browser.ts';
import { suiteFakeApp } from '../suite-app.ts';

suite('vacation reply and filters', { skip }, () => {
  const fake = suiteFakeApp();

  test('are typed, previewed and saved beside the script of another program, which is active again after turning off', async () => {
    const { scriptServer: server } = fake.app;
    server.scripts.set('roundcube', 'keep;\r\n');
    server.active = 'roundcube';
    const { page, pageErrors, expectError, close } = await fake.open('/accounts#filters');
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.getByText('The script “roundcube” is active too').waitFor();
    assert.equal(await button('Save').isDisabled(), true);

    await page.getByLabel('Send automatic replies').check();
    expectError(/status of 400/);
    await button('Save').click();
    await page.getByRole('alert').filter({ hasText: 'has no text' }).waitFor();
    assert.equal(server.active, 'roundcube');
    await page.getByLabel('Message', { exact: true }).fill('Back on Monday.');

    await button('Add filter').click();
    await button('Done').click();
    await page.getByRole('alert').filter({ hasText: 'Enter a text for each condition.' }).waitFor();
    await page.getByLabel('Text', { exact: true }).fill('news@example.org');
    await page.getByLabel('Move to').selectOption('Archive');
    await page.getByLabel('Mark as read').check();
    assert.deepEqual(await axeViolations(page), []);
    await button('Done').click();
    await page.getByText(/^Then move to Archive, mark as read,? and skip the filters below$/).waitFor();
    await page.locator('summary').filter({ hasText: 'Advanced' }).click();
    await button('Preview script').click();
    await page.getByRole('region', { name: 'Sieve script' }).getByText('fileinto :create "Archive";').waitFor();
    assert.equal(server.scripts.size, 1);

    await button('Save').click();
    await page.getByRole('listitem').filter({ hasText: 'Saved on the mail server' }).waitFor();
    await page.getByText('On. Replies are being sent.').waitFor();
    assert.deepEqual([server.active, server.scripts.get('roundcube')], ['posthorn', 'keep;\r\n']);

    // Another program changes the script.
    const script = server.scripts.get('posthorn-filters')!;
    server.scripts.set('posthorn-filters', script.replace(':days 7', ':days 9'));
    await page.reload();
    await page.getByText('Changed by another program').waitFor();
    await page.getByLabel('Send automatic replies').uncheck();
    await button('Delete From contains “news@example.org”').click();
    await button('Save').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('Changed by another program').waitFor({ state: 'detached' });
    assert.equal(server.active, 'roundcube');
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
