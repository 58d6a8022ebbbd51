import type { TestContext } from 'node:test';
import { mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

type InvitationOptions = {
  method?: string;
  event?: string[];
  from?: string;
  subject?: string;
  id: string;
  minutesAgo?: number;
};

/** A message with a calendar as an alternative part: an event on the day after the clock's, unless `event` sets another. */
export function invitation({
  method = 'REQUEST',
  event = [],
  from,
  subject = 'Dinner',
  id,
  minutesAgo = 60,
}: InvitationOptions): Buffer {
  const overridden = new Set(event.map(propertyNameOf));
  const lines = [
    'UID:dinner@people.example',
    'DTSTAMP:20260301T080000Z',
    'DTSTART;TZID=Europe/Berlin:20260311T190000',
    'DTEND;TZID=Europe/Berlin:20260311T210000',
    'SUMMARY:Dinner',
    'ORGANIZER;CN=Ben:mailto:ben@people.example',
    'ATTENDEE;CN=Ada;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:Ada@example.test',
    'ATTENDEE;CN=Cid;PARTSTAT=NEEDS-ACTION:mailto:cid@people.example',
  ];
  const text = [
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Please come.',
    '--b',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    '',
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    ...lines.filter((line) => !overridden.has(propertyNameOf(line))),
    ...event,
    'END:VEVENT',
    'END:VCALENDAR',
    '--b--',
  ].join('\n');
  const headers = { 'Content-Type': 'multipart/alternative; boundary="b"' };
  return mail({
    from: from ?? 'Ben <ben@people.example>',
    subject,
    text,
    id: `${id}@people.example`,
    minutesAgo,
    headers,
  });
}

function propertyNameOf(line: string): string {
  return /^[\w-]+/.exec(line)?.[0] ?? '';
}

/** A daemon that has found all events of these messages. */
export async function daemonWithMail(
  t: Pick<TestContext, 'after'>,
  messages: readonly Buffer[],
  settings: TestSettings = {},
) {
  const daemon = await testDaemon(t, {
    ...settings,
    prepare: (providers) => messages.forEach((message) => providers.get('ada')?.control.deliver(message)),
  });
  await daemon.synced();
  await daemon.calendarsRead();
  return daemon;
}

/** Messages with an invitation, by subject. */
export async function inviteMessageIds(daemon: TestDaemon): Promise<Map<string, string>> {
  const { groups } = await daemon.ask('search.find', { q: 'has:invite', scope: 'messages' });
  return new Map(groups.flatMap(({ rows }) => rows.map(({ id, subject }) => [subject, id])));
}

/** An update of the same event. */
export const updatedInvitation = (id: string, subject: string, event: string[], method = 'REQUEST') =>
  invitation({ id, subject, method, minutesAgo: 30, event: ['DTSTAMP:20260302T080000Z', ...event] });
