import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FolderRole } from '../../provider.ts';
import { contestedPaths, rolesOf } from './folder-roles.ts';
import type { Candidate } from './folder-roles.ts';

const folder = (
  path: string,
  about: { flags?: string[]; usualRole?: FolderRole; messages?: number } = {},
): Candidate => ({
  path,
  ...about,
  flags: new Set(about.flags),
});
const roles = (candidates: Candidate[], chosen: [string, FolderRole][] = []) =>
  Object.fromEntries(rolesOf(candidates, new Map(chosen)));

test("the server's special use takes precedence over the name, and the second folder of a role has none", () => {
  const sent = folder('Sent', { usualRole: 'sent', messages: 9000 });
  const sentItems = folder('Sent Items', { usualRole: 'sent', flags: ['\\sent'] });
  assert.deepEqual(roles([folder('INBOX'), sent, sentItems]), { INBOX: 'inbox', 'Sent Items': 'sent' });
});

test("the user's choice takes precedence over the server's special use", () => {
  const candidates = [folder('Trash', { flags: ['\\trash'] }), folder('Discarded'), folder('INBOX')];
  assert.deepEqual(roles(candidates, [['Discarded', 'trash']]), { INBOX: 'inbox', Discarded: 'trash' });
  assert.deepEqual(roles(candidates, [['INBOX', 'trash']]), { INBOX: 'inbox', Trash: 'trash' });
});

test('of two folders with usual names the role goes to the folder with more mail, else to the first by path', () => {
  const gesendet = folder('Gesendet', { usualRole: 'sent' });
  const sent = folder('Sent', { usualRole: 'sent' });
  assert.deepEqual(roles([sent, gesendet]), { Gesendet: 'sent' });
  assert.deepEqual(
    roles([
      { ...sent, messages: 3 },
      { ...gesendet, messages: 2 },
    ]),
    { Sent: 'sent' },
  );
  assert.deepEqual(contestedPaths([sent, gesendet, folder('Trash', { usualRole: 'trash' })], new Map()), [
    'Sent',
    'Gesendet',
  ]);
  assert.deepEqual(contestedPaths([sent, gesendet, folder('Out', { flags: ['\\sent'] })], new Map()), []);
});

test('Gmail flags from before special use are understood', () => {
  const gmail = ['\\allmail', '\\spam', '\\starred', '\\important'].map((flag) => folder(flag, { flags: [flag] }));
  assert.deepEqual(Object.values(roles(gmail)).toSorted(), ['all_mail', 'important', 'spam', 'starred']);
});
