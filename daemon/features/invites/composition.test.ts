import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents } from '../../mail/ical/events.ts';
import { calendarTexts } from '../../mail/mime/content/calendars.ts';
import { invitation, inviteMessageIds, daemonWithMail } from './test-invites.ts';

test('a reply written in a session contains the chosen answer with the user’s own text', async (t) => {
  const daemon = await daemonWithMail(t, [invitation({ id: 'one' })]);
  const message_id = (await inviteMessageIds(daemon)).get('Dinner');
  const answered = async () => (await daemon.ask('invites.ofMessage', { message_id })).invite?.own_answer;
  await assert.rejects(daemon.ask('compose.open', { kind: 'invite_reply', message_id }), { code: 'invalid_input' });

  const request = { kind: 'invite_reply', message_id, action: 'maybe', body: 'I may be late.' };
  const { session } = await daemon.ask('compose.open', request);
  assert.deepEqual(
    [session.kind, session.frontmatter.to, session.frontmatter.from],
    ['invite_reply', 'Ben <ben@people.example>', 'Ada@example.test'],
  );
  assert.match(session.bodyMarkdown, /^I may be late\.\n\nAda may come to: Dinner\n/);
  assert.equal(await answered(), null);

  await daemon.ask('compose.send', { draft_path: session.draftPath, hold_seconds: 60 });
  assert.deepEqual([(await answered())?.partstat, (await answered())?.state], ['tentative', 'queued']);
  await daemon.ask('outbox.cancel', { draft_id: session.draftId });
  assert.equal(await answered(), null);

  const { session: again } = await daemon.ask('compose.restore', { draft_id: session.draftId });
  assert.equal(again.kind, 'invite_reply');
  await daemon.ask('compose.send', { draft_path: again.draftPath });
  const [sent] = daemon.sender('ada').deliveries;
  const [event] = calendarTexts(sent?.bytes ?? Buffer.alloc(0)).flatMap((text) => readEvents(text));
  assert.deepEqual([event?.method, event?.uid], ['REPLY', 'dinner@people.example']);
  assert.equal((await answered())?.state, 'sent');
});
