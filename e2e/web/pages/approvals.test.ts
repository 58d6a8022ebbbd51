import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, suite, test } from 'node:test';
import type { Page } from 'playwright';
import type { Caller } from '../../../daemon/handler-types.ts';
import { until } from '../../../daemon/test-until.ts';
import { axeViolations } from '../axe.ts';
import { skip, untilAsserted } from '../browser.ts';
import { suiteFakeApp, toast } from '../suite-app.ts';

const owner: Caller = { origin: 'web' };

suite('approvals', { skip }, () => {
  const fake = suiteFakeApp();
  let helper: Caller;

  /** The owner allows an agent to do everything, after asking. */
  before(async () => {
    const { daemon } = fake.app;
    const profile = {
      safety_policy: 'full',
      allowed_accounts: ['ada'],
      allow_send: true,
      allow_destructive: true,
      approve: true,
    };
    for (const [key, value] of Object.entries(profile))
      await daemon.ask('settings.change', { key: `agents.profiles.agent.${key}`, value }, owner);
    const { token } = await daemon.ask('tokens.create', { name: 'Helper', origin: 'agent' }, owner);
    helper = daemon.callerForToken(token)!;
  });

  async function askToSend(subject: string, body = 'At seven?'): Promise<void> {
    const { daemon } = fake.app;
    const { session } = await daemon.ask('compose.open', { kind: 'new' }, helper);
    const message = { draft_path: session.draftPath, to: 'Grace <grace@example.org>', cc: '', bcc: '', from: '' };
    await daemon.ask('compose.update', { ...message, subject, body }, helper);
    await daemon.dispatch('compose.send', { draft_path: session.draftPath }, helper, { reason: 'Grace asked for it.' });
  }

  async function askToArchive(): Promise<void> {
    const { daemon } = fake.app;
    const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
    const message_ids = mailbox.groups
      .flatMap(({ rows }) => rows)
      .slice(0, 3)
      .map(({ id }) => id);
    await daemon.dispatch('mutations.archive', { message_ids }, helper);
  }

  const statusOf = async () =>
    (await fake.app.daemon.ask('approvals.list', {}, owner)).approvals.map(({ status }) => status);
  const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

  test('what an agent asks for is shown in full, and is done or declined by keyboard', async () => {
    await askToSend('Dinner on Friday');
    await askToArchive();
    const { page, pageErrors, close } = await fake.open('/inbox');
    const entry = page.getByRole('navigation').getByRole('link', { name: /^Approvals/ });
    await entry.filter({ hasText: '2' }).click();
    await title(page).filter({ hasText: 'Helper wants to send a message' }).waitFor();
    for (const text of [
      'Grace asked for it.',
      'Grace <grace@example.org>',
      'New address',
      'Dinner on Friday',
      'At seven?',
    ])
      await page.getByRole('article').getByText(text).first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('a');
    await toast(page, 'The message is being sent').first().waitFor();
    await title(page).filter({ hasText: 'Helper wants to archive 3 messages' }).waitFor();
    await page.keyboard.press('x');
    await page
      .getByRole('dialog', { name: 'Decline this request?' })
      .getByLabel('Reason (optional)')
      .fill('Not these.');
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText('Declined: “Not these.”').waitFor();
    await until('the message is queued', async () => (await statusOf()).includes('done'));
    assert.deepEqual((await statusOf()).toSorted(), ['declined', 'done']);
    await page.getByRole('navigation', { name: 'Requests' }).getByText('Approved by you').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal((await fake.app.daemon.ask('mutations.history')).mutations.length, 0);
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('a request that arrives while the page is open appears, and one whose draft has changed is not done', async () => {
    const { page, pageErrors, close } = await fake.open('/approvals');
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    await askToSend('Lunch', '<img src=x onerror=alert(1)>');
    await page.getByRole('heading', { name: '1 waiting for you' }).waitFor();
    await page
      .getByRole('link', { name: /Send a message/i })
      .first()
      .click();
    // Text of the agent is text.
    await page.getByRole('article').getByText('<img src=x onerror=alert(1)>').waitFor();
    const { approvals } = await fake.app.daemon.ask('approvals.list', { which: 'pending' }, owner);
    const sessions = (await fake.app.daemon.ask('compose.sessions', {}, helper)).sessions;
    const draft_path = sessions.find(({ frontmatter }) => frontmatter.subject === 'Lunch')!.draftPath;
    const message = { draft_path, to: 'eve@evil.example', cc: '', bcc: '', from: '', subject: 'Lunch', body: 'x' };
    await fake.app.daemon.ask('compose.update', message, helper);
    await page.getByRole('button', { name: /^Approve and send/ }).click();
    await page.getByRole('article').getByText('Not done: it changed after the request').waitFor();
    assert.equal(approvals.length, 1);
    // The same message once more shows what is new in it.
    await fake.app.daemon.dispatch('compose.send', { draft_path }, helper);
    await page.getByRole('heading', { name: '1 waiting for you' }).waitFor();
    await page
      .getByRole('link', { name: /Send a message/i })
      .first()
      .click();
    await page.getByRole('deletion').filter({ hasText: '<img' }).waitFor();
    await page.getByRole('insertion').filter({ hasText: /^x$/ }).waitFor();
    await page.getByRole('deletion').filter({ hasText: 'To: grace@example.org' }).waitFor();
    await page.getByRole('insertion').filter({ hasText: 'To: eve@evil.example' }).waitFor();
    await page.getByText(/^Changes since the request from/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await untilAsserted(async () => assert.equal(await page.getByRole('deletion').count(), 0));
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    assert.ok(!(await statusOf()).includes('pending'));

    // A draft of the owner that the agent has changed is shown against what the owner wrote.
    const save = { id: randomUUID(), account_id: approvals[0]!.content.account_id!, subject: 'Offer' };
    const to = [{ email: 'grace@example.org' }];
    await fake.app.daemon.ask('drafts.saveLocal', { ...save, to, body_markdown: 'Twelve each.' }, owner);
    await fake.app.daemon.ask('drafts.saveLocal', { ...save, to, body_markdown: 'Twenty each.' }, helper);
    await fake.app.daemon.dispatch('outbox.sendStored', { draft_id: save.id }, helper);
    await page.getByRole('heading', { name: '1 waiting for you' }).waitFor();
    await page
      .getByRole('link', { name: /Send a message/i })
      .first()
      .click();
    await page.getByText(/^Changes to your draft from/).waitFor();
    await page.getByRole('deletion').filter({ hasText: 'Twelve each.' }).waitFor();
    await page.getByRole('insertion').filter({ hasText: 'Twenty each.' }).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    assert.equal((await fake.app.daemon.ask('outbox.list')).sends.length, 1);
    assert.deepEqual(pageErrors, []);
    await close();
  });
});
