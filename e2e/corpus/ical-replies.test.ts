import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import ICAL from 'ical.js';
import { eventsIn, readEvents } from '../../daemon/mail/ical/events.ts';
import { readComponents, valueOf, type Component } from '../../daemon/mail/ical/jcal.ts';
import { replyCalendar } from '../../daemon/mail/ical/reply.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';

const zone = 'Europe/Berlin';
const stamp = new Date('2026-03-10T08:00:00Z');
const comment = 'With pleasure; bring “pears”, not plums…';

/** Every event also invites a known address. */
function inviting(text: string): string {
  return text.replaceAll(/^END:VEVENT/gm, 'ATTENDEE;CN="Morgan, Ada";RSVP=TRUE:mailto:Ada@example.test\r\nEND:VEVENT');
}

/** A raw property with its parameters; undefined if it is absent. */
function lineOf(event: ICAL.Component, name: string): string | undefined {
  return event.getFirstProperty(name)?.toICALString();
}

describe('answers to the calendars of the corpus', { skip: corpusMissing() }, () => {
  test('are parsed by ical.js, and keep the event, time zones and property form of the invitation', () => {
    let [answered, ofSeries, withZone] = [0, 0, 0];
    for (const name of globSync('**/*.ics', { cwd: corpusFile('ical') }).toSorted()) {
      const text = inviting(readFileSync(corpusFile(`ical/${name}`), 'utf8'));
      const events = readEvents(text, zone);
      const sources = eventsIn(readComponents(text));
      for (const [at, event] of events.slice(0, 8).entries()) {
        if (!event.attendees.some(({ email }) => email === 'Ada@example.test')) continue;
        const ics = replyCalendar(
          text,
          event,
          { email: 'ada@example.test', partstat: 'tentative', comment, stamp },
          { zone },
        );
        assert.ok(ics, name);
        assert.ok(Math.max(...ics.split('\r\n').map((line) => Buffer.byteLength(line))) <= 75, name);
        const calendar = new ICAL.Component(ICAL.parse(ics));
        assert.equal(calendar.getFirstPropertyValue('method'), 'REPLY');
        const [reply, ...more] = calendar.getAllSubcomponents('vevent');
        assert.ok(reply && more.length === 0, name);
        const [attendee, ...others] = reply.getAllProperties('attendee');
        assert.deepEqual(
          [attendee?.toICALString(), others.length],
          ['ATTENDEE;CN="Morgan, Ada";PARTSTAT=TENTATIVE:mailto:Ada@example.test', 0],
          name,
        );
        assert.deepEqual(
          [lineOf(reply, 'dtstamp'), reply.getFirstPropertyValue('comment')],
          ['DTSTAMP:20260310T080000Z', comment],
        );

        const source = sources[at];
        assert.ok(source);
        const twin = sources.findIndex(({ event: each }) => isSame(each, source.event));
        const original = new ICAL.Component([source.event.name, sources[twin]?.event.properties ?? [], []]);
        for (const kept of ['uid', 'sequence', 'recurrence-id', 'dtstart', 'dtend', 'rrule', 'organizer'])
          assert.equal(lineOf(reply, kept), lineOf(original, kept), `${name} ${kept}`);
        // Posthorn's reader finds the same event in it, with the time zones of the file.
        const [read] = readEvents(ics, zone);
        assert.deepEqual(
          [read?.uid, read?.sequence, read?.recurrence_id, read?.starts_at],
          [event.uid, event.sequence, event.recurrence_id, events[twin]?.starts_at],
          name,
        );
        answered++;
        if (event.recurrence_id !== null) ofSeries++;
        if (calendar.getFirstSubcomponent('vtimezone')) withZone++;
      }
    }
    assert.ok(answered > 150 && ofSeries > 5 && withZone > 20, `${answered} ${ofSeries} ${withZone}`);
  });
});

/** Posthorn answers the first of two values that a text gives for an event. */
function isSame(one: Component, other: Component): boolean {
  return ['uid', 'recurrence-id', 'sequence', 'dtstamp'].every((name) => valueOf(one, name) === valueOf(other, name));
}
