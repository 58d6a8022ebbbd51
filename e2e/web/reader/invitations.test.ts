import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { holdRequests } from '../held-requests.ts';
import { sharedBrowser, toast } from '../suite-app.ts';

/** An invitation to an event far in the future, so that it is never over. */
function invitation(subject: string, lines: readonly string[], method = 'REQUEST'): Buffer {
  const calendar = ['BEGIN:VCALENDAR', `METHOD:${method}`, 'BEGIN:VEVENT', 'UID:harvest@people.example', ...lines];
  const people = [
    'ORGANIZER;CN=Ben:mailto:ben@people.example',
    'ATTENDEE;CN=Ada;RSVP=TRUE:mailto:ada@example.test',
    'ATTENDEE;CN=Cid;PARTSTAT=ACCEPTED:mailto:cid@people.example',
  ];
  const text = [
    '--b\nContent-Type: text/plain; charset=utf-8\n\nPlease come.',
    `--b\nContent-Type: text/calendar; charset=utf-8; method=${method}\n`,
    ...calendar,
    ...people,
    'END:VEVENT\nEND:VCALENDAR\n--b--',
  ];
  return mail({
    from: 'Ben <ben@people.example>',
    subject,
    text: text.join('\n'),
    id: `${subject.replaceAll(' ', '')}@people.example`,
    minutesAgo: 1,
    headers: { 'Content-Type': 'multipart/alternative; boundary="b"' },
  });
}

const first = [
  'DTSTAMP:20260301T080000Z',
  'DTSTART:20980310T180000Z',
  'SUMMARY:Harvest supper',
  'LOCATION:https://meet.example.org/a',
];
const moved = ['DTSTAMP:20260302T080000Z', 'SEQUENCE:1', 'DTSTART:20980311T180000Z', 'SUMMARY:Harvest supper'];

suite('invitations', { skip }, () => {
  let browser: Browser;
  before(async () => void (browser = await sharedBrowser()));

  test('an invitation shows time, place and participants, links to its latest version, and is answered there', async (t) => {
    const messages = [invitation('Come to the harvest', first), invitation('Moved by a day', moved)];
    const { url, daemon, clock } = await startFakeApp(t, { messages });
    const options = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
    const { page, close } = await openPage(browser, `${url}/search?q=subject:harvest`, options);
    const { hold, asked, goOn } = holdRequests();
    await page.route('**/messages/*/invite', hold);
    await listRows(page).first().click();
    await asked;
    assert.equal(await page.getByRole('article').getByText('Please come.').count(), 0, 'the event would move it');
    goOn();
    const card = page.getByRole('region', { name: 'Harvest supper' });
    await card.waitFor();
    await page.getByRole('article').getByText('Please come.').waitFor();
    await page.unroute('**/messages/*/invite');
    await untilAsserted(async () => assert.match(await card.innerText(), /Monday, 10 March 2098, 19:00/));
    await untilAsserted(async () =>
      assert.match(await card.innerText(), /Ben · organizer\s+You · not answered yet\s+Cid · accepted/),
    );
    const place = card.getByRole('link', { name: 'https://meet.example.org/a' });
    await untilAsserted(async () => assert.equal(await place.getAttribute('rel'), 'noopener noreferrer'));
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await card.getByRole('link', { name: 'Show latest details' }).click();
    await card.getByText('Tuesday, 11 March 2098, 19:00').waitFor();
    assert.equal(await savedFrom(page), 'Harvest supper.ics');

    const answers = card.getByRole('group', { name: 'Your reply' });
    await answers.getByRole('button', { name: 'Decline' }).click();
    await card.getByText('Your reply will go to Ben in a moment.').waitFor();
    await untilAsserted(async () => assert.match(await card.innerText(), /You · declined/));
    await card.getByRole('button', { name: 'Cancel reply' }).click();
    await card.getByText('Not answered yet').waitFor();
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByText('Nothing to send').waitFor();
    await page.goBack();
    await answers.getByRole('button', { name: 'Decline' }).click();
    await card.getByText('Your reply will go to Ben in a moment.').waitFor();
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByRole('button', { name: /^Undo: Declined: Harvest supper/ }).click();
    await toast(page, 'Invitation reply undone').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).count(), 0, 'no composer opens');
    await page.goBack();
    await card.getByText('Not answered yet').waitFor();
    await answers.getByRole('button', { name: 'Add a note' }).press('Enter');
    await page.keyboard.type('Happily.');
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await answers.getByRole('button', { name: 'Accept' }).press('Enter');
    await card.getByText('Your reply will go to Ben in a moment.').waitFor();
    assert.equal(daemon.sender('ada').deliveries.length, 0);
    clock.advance(60_000);
    await card.getByText('Your reply was sent to Ben.').waitFor();
    await untilAsserted(async () =>
      assert.equal(await answers.getByRole('button', { pressed: true }).innerText(), 'Accept'),
    );
    assert.match(String(daemon.sender('ada').deliveries[0]?.bytes), /^Subject: Accepted: Harvest supper/m);

    await page.getByRole('link', { name: /^Invitations/ }).click();
    await page.getByRole('heading', { name: 'Tuesday, 11 March 2098' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('link', { name: /^Harvest supper/ }).press('Enter');
    await card.waitFor();
    await close();
  });

  test('the text is shown although the request for the event fails, and the event once it succeeds', async (t) => {
    const { url } = await startFakeApp(t, { messages: [invitation('Come to the harvest', first)] });
    const path = `${url}/search?q=subject:harvest`;
    const { page, expectError, close } = await openPage(browser, path, { reducedMotion: 'reduce' });
    expectError(/ERR_FAILED.*\/invite/);
    const { hold, asked, goOn } = holdRequests();
    await page.route('**/messages/*/invite', hold);
    await page.route('**/messages/*/invite', (route) => route.abort(), { times: 1 });
    await listRows(page).first().click();
    await page.getByRole('article').getByText('Please come.').waitFor();
    await asked;
    goOn();
    await page.getByRole('region', { name: 'Harvest supper' }).waitFor();
    await close();
  });

  test('a series shows its next event and its changes, and one event of it or all are answered', async (t) => {
    const lines = (more: string[]) => ['DTSTAMP:20260301T080000Z', 'SUMMARY:Harvest supper', ...more];
    const weekly = ['DTSTART:20980304T180000Z', 'DTEND:20980304T200000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=9'];
    const messages = [
      invitation('Weekly harvest', lines(weekly)),
      invitation('One cancelled', lines(['RECURRENCE-ID:20980304T180000Z', 'DTSTART:20980304T180000Z']), 'CANCEL'),
      invitation('One moved', lines(['RECURRENCE-ID:20980318T180000Z', 'DTSTART:20980319T170000Z'])),
    ];
    const { url, daemon } = await startFakeApp(t, { messages });
    const options = { timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;
    const { page, close } = await openPage(browser, `${url}/search?q=subject:weekly`, options);
    await listRows(page).first().click();
    const card = page.getByRole('region', { name: 'Harvest supper' });
    await card.getByText('Next: Tuesday, 11 March 2098, 19:00 to 21:00').waitFor();
    await card.getByText('Every Tuesday, 9 times').waitFor();
    await card.getByText('Tuesday, 4 March: cancelled').waitFor();
    await card.getByText('Tuesday, 18 March: moved to Wednesday, 19 March 2098, 18:00').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);

    const answers = card.getByRole('group', { name: 'Your reply' });
    const pressed = answers.getByRole('button', { pressed: true });
    await card.getByRole('radio', { name: 'This event (Tuesday, 11 March)' }).check();
    await answers.getByRole('button', { name: 'Decline' }).click();
    await pressed.getByText('Decline').waitFor();
    await card.getByRole('radio', { name: 'All events' }).check();
    await pressed.waitFor({ state: 'detached' });
    await answers.getByRole('button', { name: 'Accept' }).click();
    await pressed.getByText('Accept').waitFor();
    const { invites } = await daemon.ask('invites.list', {});
    const whole = invites.find(({ series }) => series);
    assert.deepEqual([whole?.metadata.viewer_partstat, whole?.series?.next?.viewer_partstat], ['accepted', 'accepted']);
    await page.getByRole('link', { name: /^Invitations/ }).click();
    await page.getByRole('heading', { name: 'Tuesday, 11 March 2098' }).waitFor();
    await page.getByText('Every Tuesday').first().waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await close();
  });
});

async function savedFrom(page: Page): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  return (await saving).suggestedFilename();
}
