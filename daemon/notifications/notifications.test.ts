import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { instantOf } from '../base/clock.ts';
import { storedDraft } from '../features/outbox/test-sends.ts';
import { ada, bob, mail, testDaemon, type TestDaemon, type TestSettings } from '../test-daemon.ts';
import { recordingDesktop } from './test-desktop.ts';

type TestMail = { from?: string; subject?: string; text?: string; id?: string; headers?: Record<string, string> };

let messageCount = 0;
/** A message that arrives now. */
function newMessage({
  from = 'Grace Hopper <grace@navy.example>',
  subject = 'Dinner',
  text = 'At seven?',
  ...rest
}: TestMail) {
  return mail({ from, subject, text, minutesAgo: 0, id: `message-${++messageCount}@navy.example`, ...rest });
}

/** Later than any mail that belongs to the same burst. */
const laterMs = 20_000;
const hourMs = 3_600_000;

const recorded = recordingDesktop();
const { until, shown, withdrawn, shownTitles: standing } = recorded;
let daemon: TestDaemon;
const closes: (() => unknown)[] = [];

suite('the notifications of a daemon', () => {
  before(async () => {
    const prepare: TestSettings['prepare'] = (servers) =>
      void servers.get('ada')?.control.deliver(newMessage({ subject: 'There before' }));
    daemon = await testDaemon(
      { after: (close: () => unknown) => void closes.push(close) },
      { accounts: [ada, bob], prepare, options: { desktop: recorded.desktop } },
    );
    await daemon.synced();
  });

  after(async () => {
    for (const close of closes) await close();
  });

  /** The desktop shows nothing, and new mail starts a new burst. */
  beforeEach(async () => {
    await setting('enabled', false);
    await setting('enabled', true);
    daemon.clock.advance(laterMs);
    recorded.forget();
  });

  /** Changes a setting of notifications, and waits until it takes effect. */
  const setting = (key: string, value: unknown) => changed(`notifications.${key}`, value);

  async function changed(key: string, value: unknown): Promise<void> {
    const count = daemon.events.all('ConfigChanged').length;
    daemon.config.change(key, value);
    await daemon.events.until('ConfigChanged', count + 1);
  }

  async function deliver(mails: readonly TestMail[], key = 'ada', options: { folder?: string; flags?: string[] } = {}) {
    const refs = mails.map((mail) => daemon.server(key).control.deliver(newMessage(mail), options));
    await daemon.resync();
    return refs;
  }

  async function stored(subject: string) {
    const { groups } = await daemon.ask('search.find', { q: `subject:"${subject}"`, scope: 'messages' });
    return groups[0]!.rows[0]!;
  }

  const inMs = (ms: number) => instantOf(new Date(daemon.clock.now().getTime() + ms));

  test("in quiet hours, which span midnight in the user's time zone, nothing is shown until they end", async () => {
    // Just after 08:00 in UTC is just after 09:00 in Berlin.
    await setting('quiet_from', '22:30');
    await setting('quiet_until', '09:30');
    await deliver([{ subject: 'Early' }]);
    assert.equal(shown.length, 0);
    daemon.clock.advance(hourMs / 2);
    await until(() => shown.length === 1);
    assert.deepEqual([shown[0]?.title, shown[0]?.body], ['1 new message during quiet hours', 'Grace Hopper\nEarly']);
  });

  test('a page of this computer that wants to use the mail is shown once, and withdrawn after the answer', async () => {
    daemon.handleLocalPage('http://localhost:5173');
    await until(() => shown.length === 1);
    assert.deepEqual(shown[0], {
      id: 'local-page:http://localhost:5173',
      kind: 'trouble',
      title: 'A web page wants to use your mail',
      body: 'http://localhost:5173\nOpen Posthorn to allow or refuse it.',
      path: '/inbox',
      actions: [],
    });
    await daemon.ask('localPages.decide', { origin: 'http://localhost:5173', allow: false });
    await until(() => withdrawn.length > 0);
    assert.deepEqual(withdrawn, ['local-page:http://localhost:5173']);
  });

  test('what an agent asks for is shown without a way to approve it there, and withdrawn after the decision', async () => {
    const profile = { safety_policy: 'full', allowed_accounts: ['ada'], allow_send: true, approve: true };
    for (const [key, value] of Object.entries(profile)) await changed(`agents.profiles.agent.${key}`, value);
    const draft_id = storedDraft(daemon);
    const pending = await daemon.dispatch('outbox.sendStored', { draft_id }, { origin: 'agent' });
    const { approval_id } = pending as { approval_id: string };
    await until(() => shown.length === 1);
    assert.deepEqual(shown[0], {
      id: `approval:${approval_id}`,
      kind: 'trouble',
      title: 'Agent wants to send a message to Grace',
      body: 'Dinner\nOpen Posthorn to approve or decline.',
      path: `/approvals?id=${approval_id}`,
      actions: [],
    });
    await until(() => recorded.statuses.at(-1)?.approvals === 1);
    await daemon.ask('approvals.decline', { approval_id }, { origin: 'web' });
    await until(() => withdrawn.length > 0 && recorded.statuses.at(-1)?.approvals === 0);
    assert.deepEqual(withdrawn, [`approval:${approval_id}`]);
  });

  test('new mail from a person is shown with sender, subject, preview and actions', async () => {
    await deliver([{ subject: 'Supper' }]);
    await until(() => shown.length === 1);
    const { thread_id, id } = await stored('Supper');
    assert.deepEqual(shown, [
      {
        id: `mail:${thread_id}`,
        kind: 'mail',
        title: 'Grace Hopper',
        body: 'Supper\nAt seven?',
        path: `/inbox/m/${thread_id}`,
        actions: [
          { id: 'archive', label: 'Archive' },
          { id: 'mark_read', label: 'Mark as read' },
          { id: 'reply', label: 'Reply', path: `/compose?reply=${id}` },
        ],
      },
    ]);
  });

  test('newsletters, automatic mail, drafts, spam, read mail and earlier mail on the server are not shown', async () => {
    const automaticMail: TestMail[] = [
      { headers: { 'List-Unsubscribe': '<https://news.example/leave>' } },
      { headers: { 'List-Id': '<talk.lists.example>' } },
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      { headers: { Precedence: 'bulk' } },
      { from: 'Shop <no-reply@shop.example>' },
      { from: 'Bank <notifications@bank.example>' },
    ];
    const { control } = daemon.server('ada');
    for (const mail of automaticMail) control.deliver(newMessage(mail));
    control.deliver(newMessage({ subject: 'Spam' }), { folder: 'Junk' });
    control.deliver(newMessage({ subject: 'A version' }), { folder: 'Drafts', flags: ['\\Draft'] });
    control.deliver(newMessage({ subject: 'Seen' }), { flags: ['\\Seen'] });
    await deliver([{ subject: 'By hand', from: 'Hand <h@people.example>', headers: { 'Auto-Submitted': 'no' } }]);
    await until(() => shown.length > 0);
    assert.deepEqual(
      shown.map(({ body }) => body),
      ['By hand\nAt seven?'],
    );
  });

  test('with only_people off automatic mail is shown too; an account with notify off is never shown', async () => {
    await setting('only_people', false);
    daemon.config.change('accounts.bob.notify', false);
    daemon.server('bob').control.deliver(newMessage({ subject: 'To Bob' }));
    await deliver([{ from: 'Shop <no-reply@shop.example>', subject: 'Shipped' }]);
    await until(() => shown.length > 0);
    daemon.config.change('accounts.bob.notify', true);
    await setting('only_people', true);
    assert.deepEqual(standing(), ['Shop']);
  });

  test('more mail of one conversation replaces its notification; a burst has one notification for each account', async () => {
    await deliver([{ id: 'first@navy.example' }]);
    await until(() => shown.length === 1);
    daemon.clock.advance(laterMs);
    const answer = { 'In-Reply-To': '<first@navy.example>', References: '<first@navy.example>' };
    await deliver([{ from: 'Alan <alan@bletchley.example>', subject: 'Re: Dinner', headers: answer }]);
    await until(() => shown.length === 2);
    assert.equal(shown[1]?.id, shown[0]?.id);
    assert.deepEqual([shown[1]?.title, shown[1]?.body], ['Alan and Grace Hopper', 'Re: Dinner\n2 new messages']);

    daemon.clock.advance(laterMs);
    const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'];
    await deliver(names.map((name) => ({ from: `${name} <${name}@people.example>`, subject: name })));
    daemon.clock.advance(2_000);
    await until(() => standing().includes('5 new messages in Ada'));
    assert.equal(standing().length, 2);
    const { body, path, actions } = shown.at(-1)!;
    assert.match(body, /^From \w+, \w+ and 3 others$/);
    assert.deepEqual([path, actions], ['/inbox', []]);
  });

  test('a flood of mail causes one notification', async () => {
    await deliver(
      Array.from({ length: 120 }, (_, n) => ({ from: `P${n} <p${n}@people.example>`, subject: `No ${n}` })),
    );
    await until(() => shown.length > 0);
    daemon.clock.advance(2_000);
    await until(() => standing().some((title) => /^(Many|\d+) new messages in Ada$/.test(title)));
    assert.equal(standing().length, 1);
  });

  test('the notification of mail that is read or archived elsewhere is removed', async () => {
    const [first] = await deliver([{ subject: 'One' }]);
    await until(() => shown.length === 1);
    daemon.clock.advance(laterMs);
    const [second] = await deliver([{ subject: 'Two' }]);
    await until(() => shown.length === 2);
    daemon.server('ada').control.setFlags('INBOX', first?.uid ?? 0, ['\\Seen']);
    daemon.server('ada').control.move('INBOX', second?.uid ?? 0, 'Archive');
    await daemon.resync();
    await until(() => withdrawn.length === 2);
    assert.deepEqual(withdrawn.toSorted(), shown.map(({ id }) => id).toSorted());
  });

  test('with show_content off no mail content is shown, and switching it off removes shown content', async () => {
    await deliver([{ subject: 'Secret plans' }]);
    await until(() => shown.length === 1);
    await setting('show_content', false);
    await until(() => withdrawn.length === 1);
    daemon.clock.advance(laterMs);
    await deliver([{ subject: 'More secret plans' }]);
    await until(() => shown.length === 2);
    await setting('show_content', true);
    const { title, body, actions } = shown[1]!;
    assert.deepEqual({ title, body, actions }, { title: 'New mail', body: 'Ada', actions: [] });
  });

  test('switching notifications off removes those shown, and no new ones are shown', async () => {
    await deliver([{}]);
    await until(() => shown.length === 1);
    await setting('enabled', false);
    await until(() => withdrawn.length === 1);
    await deliver([{ subject: 'While off' }]);
    await setting('enabled', true);
    daemon.clock.advance(laterMs);
    await deliver([{ subject: 'On again' }]);
    await until(() => shown.length === 2);
    assert.equal(shown[1]?.body, 'On again\nAt seven?');
  });

  test('a pause shows nothing; at its end one notification summarizes new mail that is still unread', async () => {
    await daemon.ask('notifications.pause', { until: inMs(4 * hourMs) });
    const [read] = await deliver([{ subject: 'One' }, { subject: 'Two', from: 'Ann <ann@people.example>' }]);
    daemon.server('ada').control.setFlags('INBOX', read?.uid ?? 0, ['\\Seen']);
    await deliver([{ subject: 'Three', from: 'Ben <ben@people.example>' }]);
    assert.equal(shown.length, 0);
    daemon.clock.advance(4 * hourMs);
    await until(() => shown.length === 1);
    const { title, body, path } = shown[0]!;
    const expected = { title: '2 new messages during quiet hours', body: 'From Ben and Ann', path: '/inbox' };
    assert.deepEqual({ title, body, path }, expected);
  });

  test('mail from a pause is shown after it, even if Posthorn restarted meanwhile', async (t) => {
    const desktops = [recordingDesktop(), recordingDesktop()] as const;
    const first = await testDaemon(t, { accounts: [ada], options: { desktop: desktops[0].desktop } });
    await first.synced();
    await first.ask('notifications.pause', { until: instantOf(new Date(first.clock.now().getTime() + hourMs)) });
    first.server('ada').control.deliver(newMessage({ subject: 'Before the restart' }));
    await first.resync();
    await first.close();
    const again = await testDaemon(t, {
      accounts: [ada],
      dataDir: first.dataDir,
      options: { desktop: desktops[1].desktop },
    });
    await again.events.until('SyncFinished');
    assert.deepEqual([...desktops[0].shown, ...desktops[1].shown], []);
    again.clock.advance(2 * hourMs);
    await desktops[1].until(() => desktops[1].shown.length === 1);
    assert.equal(desktops[1].shown[0]?.body, 'Grace Hopper\nBefore the restart');
  });

  test('a pause ends without a notification if all new mail was read', async () => {
    await daemon.ask('notifications.pause', { until: inMs(4 * hourMs) });
    const [read] = await deliver([{ subject: 'Four' }]);
    daemon.server('ada').control.setFlags('INBOX', read?.uid ?? 0, ['\\Seen']);
    await daemon.resync();
    await daemon.ask('notifications.pause', { until: null });
    await deliver([{ subject: 'Five' }]);
    await until(() => shown.length === 1);
    assert.equal(shown[0]?.body, 'Five\nAt seven?');
  });

  test('the text of a notification is plain and of limited length, whatever the mail contains', async () => {
    const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
    const from = `${encoded('\u202eevil\u0007\u2066 name')} <grace@navy.example>`;
    await deliver([{ from, subject: encoded(`-e <b>bold</b>\u202e\u0000 ${'x'.repeat(900)}`) }]);
    await until(() => shown.length === 1);
    const { title, body } = shown[0]!;
    assert.equal(title, 'evil name');
    assert.match(body, /^-e <b>bold<\/b> x{100,130}…\nAt seven\?$/);
  });

  test('archive and mark as read act as the user; repeated or on removed mail they do nothing', async () => {
    await deliver([{ subject: 'One' }]);
    await until(() => shown.length === 1);
    const [{ id } = { id: '' }] = shown;
    await daemon.handleNotificationAction(id, 'archive');
    await daemon.handleNotificationAction(id, 'archive');
    await daemon.handleNotificationAction('mail:nothing', 'mark_read');
    assert.deepEqual(withdrawn, [id]);
    daemon.clock.advance(laterMs);
    await deliver([{ subject: 'Two' }]);
    await until(() => shown.length === 2);
    await daemon.handleNotificationAction(shown[1]?.id ?? '', 'mark_read');
    const { mutations } = await daemon.ask('mutations.history', {});
    const done = mutations.map(({ kind, origin, about }) => ({ kind, origin, about }));
    assert.deepEqual(done, [
      { kind: 'set_read', origin: 'human', about: { read: true } },
      { kind: 'archive', origin: 'human', about: {} },
    ]);
    assert.equal(shown.length, 2);
  });

  test('mail of a sender that waits in the screener is not shown, and that of an allowed one is', async () => {
    const shop = 'noreply@stranger.example';
    const writes = (subject: string) => deliver([{ from: `Stranger <${shop}>`, subject, text: 'Hello.' }]);
    await changed('screener.enabled', true);
    await writes('Waits');
    const { accounts } = await daemon.ask('accounts.list');
    const account_id = accounts.find(({ key }) => key === 'ada')?.account_id ?? '';
    const decide = (disposition: string) =>
      daemon.ask('screener.decide', { account_id, sender_email: shop, disposition });
    await decide('feed');
    await writes('For reading');
    // Automatic mail is shown too if the user wants it in Messages.
    await decide('allow');
    await writes('Let in');
    await until(() => standing().length > 0);
    assert.deepEqual(
      shown.map(({ body }) => body.split('\n')[0]),
      ['Let in'],
    );
    await changed('screener.enabled', false);
  });

  test('mail that a rule archives is not shown, and a rule that is paused is', async () => {
    const rule = { condition: 'subject:ruled', priority: 1, enabled: true };
    await daemon.ask('rules.upsertForm', { ...rule, name: 'Archive', action: 'archive' });
    await deliver([{ subject: 'Ruled 1' }, { subject: 'Not by a rule of mine' }]);
    await until(() => standing().length > 0);
    assert.deepEqual(
      shown.map(({ body }) => body.split('\n')[0]),
      ['Not by a rule of mine'],
    );
    await daemon.ask('rules.upsertForm', {
      ...rule,
      name: 'Archive',
      existing_rule: 'Archive',
      action: 'shell:/no/such/program',
    });
    await daemon.ask('rules.confirmHook', { rule: 'Archive', command: '/no/such/program' });
    recorded.forget();
    await deliver([2, 3, 4].map((number) => ({ subject: `Ruled ${number}` })));
    await until(() => shown.some(({ title }) => title === 'The rule “Archive” is paused'));
    const paused = shown.find(({ kind }) => kind === 'trouble');
    assert.match(paused?.body ?? '', /There is no such program/);
    await daemon.ask('rules.delete', { rule: 'Archive' });
  });

  test('when the policy refuses an action from a notification, the user is notified', async () => {
    await deliver([{}]);
    await until(() => shown.length === 1);
    daemon.config.change('general.safety_policy', 'read-only');
    await daemon.handleNotificationAction(shown[0]?.id ?? '', 'archive');
    daemon.config.change('general.safety_policy', 'full');
    assert.deepEqual([shown[1]?.kind, shown[1]?.title], ['trouble', 'The message wasn’t archived']);
    assert.match(shown[1]?.body ?? '', /read-only/);
  });

  test('a reminder is shown while there is no reply, and removed with the reply', async () => {
    const headers = { To: 'Grace Hopper <grace@navy.example>' };
    const sent = newMessage({
      from: 'Ada <ada@example.test>',
      subject: 'Any news?',
      id: 'asked@example.test',
      headers,
    });
    daemon.server('ada').control.deliver(sent, { folder: 'Sent', flags: ['\\Seen'] });
    await daemon.resync();
    const { id, thread_id } = await stored('Any news');
    await daemon.ask('reminders.set', { sent_message_id: id, remind_at: inMs(2 * hourMs) });
    daemon.clock.advance(2 * hourMs);
    await until(() => shown.length === 1);
    assert.deepEqual(shown, [
      {
        id: `reminder:${id}`,
        kind: 'reminder',
        title: 'No answer yet from Grace Hopper',
        body: 'Any news?',
        path: `/reminders/m/${thread_id}`,
        actions: [],
      },
    ]);
    await deliver([{ subject: 'Re: Any news?', headers: { 'In-Reply-To': '<asked@example.test>' } }]);
    await until(() => withdrawn.includes(`reminder:${id}`));
  });

  test('snoozed mail that returns at its time is shown, and mail that the user wakes is not', async () => {
    await deliver([{ subject: 'Read this' }], 'ada', { flags: ['\\Seen'] });
    const { id: message_id } = await stored('Read this');
    await daemon.ask('snooze.create', { message_id, until: inMs(2 * hourMs) });
    await daemon.ask('snooze.wake', { id: message_id });
    await daemon.events.until('MessageUnsnoozed');
    await daemon.ask('snooze.create', { message_id, until: inMs(2 * hourMs) });
    daemon.clock.advance(2 * hourMs);
    await until(() => shown.length === 1);
    const { title, body } = shown[0]!;
    assert.deepEqual({ title, body }, { title: 'Back from snooze: Read this', body: 'Grace Hopper' });
  });

  test('a refused password is shown once, and again only after a success; a lost connection is never shown', async () => {
    const { control } = daemon.server('ada');
    const refuse = async () => {
      control.clearFaults();
      control.fault({ kind: 'auth' });
      // A password that was accepted before is tried again.
      for (let tries = 0; tries < 3; tries++) await daemon.resync();
    };
    control.fault({ kind: 'offline' });
    await daemon.resync();
    await refuse();
    await until(() => shown.length === 1);
    const { kind, title, path } = shown[0]!;
    assert.deepEqual({ kind, title, path }, { kind: 'trouble', title: 'Ada needs attention', path: '/accounts' });
    control.clearFaults();
    await daemon.resync();
    await until(() => withdrawn.length === 1);
    await refuse();
    await until(() => shown.length === 2);
    control.clearFaults();
    await daemon.resync();
  });

  test('a message with an unknown delivery state is shown until the state is known', async () => {
    const sender = daemon.sender('ada');
    sender.faults.push('lost-taken');
    await daemon.ask('outbox.sendStored', { draft_id: storedDraft(daemon) });
    await until(() => shown.length === 1);
    const { kind, title, body, path } = shown[0]!;
    assert.deepEqual({ kind, path }, { kind: 'send', path: '/outbox' });
    assert.match(title, /^Sending unconfirmed: /);
    assert.match(body, /^The line broke/);
    daemon.server('ada').control.deliver(sender.deliveries[0]?.bytes ?? Buffer.alloc(0), { folder: 'Sent' });
    await daemon.resync();
    await until(() => withdrawn.length === 1);
  });

  test('a reply that was written in a notification is sent once, and one that cannot be sent is kept as a draft', async () => {
    await deliver([{ subject: 'Dinner?' }]);
    await until(() => shown.length === 1);
    const [{ id } = { id: '' }] = shown;
    await daemon.handleNotificationReply(id, '   ');
    await daemon.handleNotificationReply(id, 'Gladly');
    await daemon.handleNotificationReply(id, 'Gladly');
    const { sends } = await daemon.ask('outbox.list', {});
    assert.equal(sends.filter((each) => JSON.stringify(each).includes('Re: Dinner?')).length, 1);
    assert.deepEqual(withdrawn, [id]);

    daemon.clock.advance(laterMs);
    await deliver([{ from: 'Nobody', subject: 'No address' }]);
    await until(() => shown.length === 2);
    await daemon.handleNotificationReply(shown[1]?.id ?? '', 'To whom?');
    await until(() => shown.length === 3);
    assert.deepEqual([shown[2]?.title, shown[2]?.path], ['Your reply wasn’t sent. It is in Drafts.', '/drafts']);
    const { drafts } = await daemon.ask('drafts.list', {});
    assert.ok(drafts.some(({ subject }) => subject === 'Re: No address'));
  });
});
