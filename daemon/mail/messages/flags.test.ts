import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flagBits, flagNames, messageStateOf } from './flags.ts';

const inbox = { label: 1, role: 'inbox' as const };
const sent = { label: 2, role: 'sent' as const };
const trash = { label: 3, role: 'trash' as const };
const spam = { label: 4, role: 'spam' as const };
const archive = { label: 5, role: 'archive' as const };
const folder = { label: 6, role: null };

const namesOf = (...placements: Parameters<typeof messageStateOf>[0]) => flagNames(messageStateOf(placements).flags);

test('a message is read if a copy outside Sent and Drafts is read', () => {
  assert.equal(namesOf({ ...inbox, flags: ['\\Seen'] }), 'READ');
  assert.equal(namesOf({ ...inbox, flags: [] }, { ...sent, flags: ['\\Seen'] }), 'SENT');
  assert.equal(namesOf({ ...sent, flags: ['\\Seen'] }), 'READ | SENT');
});

test('a message is in the trash or in spam only if it has no copy elsewhere', () => {
  assert.equal(namesOf({ ...trash, flags: [] }), 'TRASH');
  assert.equal(namesOf({ ...trash, flags: [] }, { ...folder, flags: [] }), '');
  assert.equal(namesOf({ ...spam, flags: [] }), 'SPAM');
  assert.equal(namesOf({ ...spam, flags: [] }, { ...trash, flags: [] }), 'SPAM');
});

test('archived means in the archive and not in the inbox', () => {
  assert.equal(namesOf({ ...archive, flags: ['\\Seen'] }), 'READ | ARCHIVED');
  assert.equal(namesOf({ ...archive, flags: ['\\Seen'] }, { ...inbox, flags: ['\\Seen'] }), 'READ');
});

test('if the server keeps all mail in one folder, a message that left the inbox is archived', () => {
  const allMail = { label: 7, role: 'all_mail' as const, flags: [] };
  assert.equal(namesOf(allMail), 'ARCHIVED');
  assert.equal(namesOf(allMail, { ...folder, flags: [] }), 'ARCHIVED');
  assert.equal(namesOf(allMail, { ...inbox, flags: [] }), '');
  assert.equal(namesOf(allMail, { ...sent, flags: [] }), 'SENT');
});

test('stars and answered flags of any copy count, in any case, and keywords are kept apart', () => {
  const state = messageStateOf([
    { ...inbox, flags: ['\\flagged', '$Forwarded'] },
    { ...folder, flags: ['\\ANSWERED', '$Junk', '$Forwarded'] },
  ]);
  assert.equal(state.flags, flagBits.STARRED | flagBits.ANSWERED);
  assert.deepEqual(state.keywords, ['$Forwarded', '$Junk']);
  assert.deepEqual(state.labels, [1, 6]);
});
