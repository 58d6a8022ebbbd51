import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { timeId } from '../../../daemon/base/ids.ts';
import type { FakeSendFault } from '../../../daemon/providers/fake/sender.ts';
import type { TestDaemon } from '../../../daemon/test-daemon.ts';
import { axeViolations } from '../axe.ts';
import { skip, waitForExpression, pressChord } from '../browser.ts';
import { keepsToasts, suiteFakeApp, toast } from '../suite-app.ts';

/** Stores a draft and returns its id. */
async function saveDraft(daemon: TestDaemon, subject: string): Promise<string> {
  const { accounts } = await daemon.ask('accounts.list');
  const id = timeId();
  const to = [{ name: 'Bob Lee', email: 'bob@example.org' }];
  const account_id = accounts[0]?.account_id ?? '';
  await daemon.ask('drafts.saveLocal', { id, account_id, to, subject, body_markdown: 'Shall we say seven?' });
  return id;
}

const refusal: FakeSendFault = {
  state: 'refused',
  reason: 'refused',
  isTemporary: false,
  recipients: [],
  reply: { code: 550, status: '5.7.1', text: 'no' },
  message: 'The server did not want it.',
};

suite('drafts, outbox, signatures and snippets', { skip }, () => {
  const fake = suiteFakeApp({ config: keepsToasts });
  const { open } = fake;

  test('drafts are listed, discarded by key, restored and opened', async () => {
    const { daemon } = fake.app;
    for (const subject of ['Dinner on Friday', 'The boiler']) await saveDraft(daemon, subject);
    const { page, pageErrors: troubles, close } = await open('/drafts');
    const drafts = page.locator('[data-draft]');
    await drafts.nth(1).waitFor();
    await drafts.first().getByText('To Bob Lee', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await drafts.filter({ hasText: 'The boiler' }).focus();
    await page.keyboard.press('#');
    await toast(page, 'Draft discarded').waitFor();
    await toast(page, 'Undo').getByRole('button', { name: 'Undo' }).click();
    await drafts.nth(1).waitFor();
    await drafts.filter({ hasText: 'The boiler' }).click();
    await page.getByText('Shall we say seven?').last().waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a scheduled send whose time passed in a sleep is announced, and the user sends, moves or discards it', async () => {
    const { daemon, clock } = fake.app;
    const send_at = new Date(clock.now().getTime() + 30 * 60_000).toISOString();
    for (const subject of ['Late one', 'Late two', 'Late three'])
      await daemon.ask('outbox.schedule', { draft_id: await saveDraft(daemon, subject), send_at });
    clock.advance(2 * 3_600_000);
    daemon.handleResume();
    await daemon.events.until('ScheduledSendFlushed', 3);

    const { page, pageErrors: troubles, close } = await open('/inbox', { isFresh: true });
    const bar = page.getByRole('region', { name: 'Alerts' });
    await bar.getByText('3 messages weren’t sent on time.').waitFor();
    await bar.getByRole('link', { name: 'Choose what to do' }).click();
    const card = (subject: string) => page.getByRole('listitem').filter({ hasText: subject });
    await card('Late one').getByText('Was scheduled for').waitFor();
    await card('Late one').getByText('It was to be sent 2 hours ago').waitFor();
    await bar.waitFor({ state: 'detached' });
    assert.deepEqual(await axeViolations(page), []);

    await card('Late one').getByRole('button', { name: 'Send now: Late one' }).click();
    await page.getByRole('region', { name: 'Sent recently' }).getByText('Late one').waitFor();
    await card('Late two').getByRole('button', { name: 'Reschedule: Late two' }).click();
    await page.getByRole('dialog', { name: 'Reschedule' }).getByRole('option').first().click();
    await page.getByRole('region', { name: 'Waiting to send' }).getByText('Late two').waitFor();
    await card('Late three').getByRole('button', { name: 'Discard: Late three' }).click();
    await toast(page, 'Draft discarded').waitFor();
    await page.getByRole('region', { name: 'Needs attention' }).waitFor({ state: 'detached' });
    await toast(page, 'Undo').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('region', { name: 'Needs attention' }).getByText('Late three').waitFor();
    assert.deepEqual(troubles, []);
    await close();
    await daemon.ask('drafts.remove', {
      draft_id: (await daemon.ask('outbox.list')).sends.find(({ subject }) => subject === 'Late three')?.draft_id,
    });
  });

  test('the outbox shows failed and doubtful sends, and the user decides', async () => {
    const { daemon, clock } = fake.app;
    daemon.sender('ada').faults.push(refusal, 'lost-taken', 'lost-untaken');
    for (const subject of ['Refused', 'Taken', 'Lost']) {
      const draft_id = await saveDraft(daemon, subject);
      await daemon.ask('outbox.sendStored', { draft_id }).catch(() => undefined);
    }
    const later = await saveDraft(daemon, 'Next week');
    const send_at = new Date(clock.now().getTime() + 7 * 86_400_000).toISOString();
    await daemon.ask('outbox.schedule', { draft_id: later, send_at });

    const { page, pageErrors: troubles, close } = await open('/outbox');
    const card = (subject: string) => page.getByRole('listitem').filter({ hasText: subject });
    await card('Refused').getByText('Not sent').waitFor();
    await card('Taken').getByText('We couldn’t confirm it was sent').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await card('Taken').getByRole('button', { name: 'Mark as sent: Taken' }).press('Enter');
    await page.getByRole('region', { name: 'Sent recently' }).getByText('Taken').waitFor();
    await card('Lost').getByRole('button', { name: 'Move to Drafts: Lost' }).press('Enter');
    await toast(page, 'Moved to Drafts').waitFor();
    await card('Next week').getByRole('button', { name: 'Cancel sending: Next week' }).press('Enter');
    await toast(page, 'Sending cancelled. Moved to Drafts').waitFor();
    await pressChord(page, 'g', 'd');
    await page.locator('[data-draft]').filter({ hasText: 'Next week' }).waitFor();
    await page.locator('[data-draft]').filter({ hasText: 'Lost' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a signature is created, put below new mail, changed and deleted; a snippet shows its filled-in values', async () => {
    const { page, pageErrors: troubles, close } = await open('/settings/writing', { isFresh: true });
    await page.getByRole('button', { name: 'New signature' }).press('Enter');
    await page.keyboard.type('Work');
    await page.getByRole('textbox', { name: 'Text' }).fill('Ada Morgan');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await toast(page, 'Work saved').waitFor();
    await page.getByRole('combobox', { name: 'New mail, All accounts' }).selectOption('Work');
    await page.getByRole('button', { name: 'New snippet' }).press('Enter');
    await page.keyboard.type('thanks');
    await page.getByRole('textbox', { name: 'Text' }).fill('Dear {first_name}, thank you.');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Placeholders: first_name').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.reload();
    await page.locator('select[aria-label="New mail, All accounts"]').waitFor();
    await waitForExpression(
      page,
      `document.querySelector('select[aria-label="New mail, All accounts"]').value === 'Work'`,
    );
    await page.getByRole('button', { name: 'Delete Work' }).click();
    await toast(page, 'Work deleted').waitFor();
    await toast(page, 'Undo').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Delete Work' }).waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });
});
