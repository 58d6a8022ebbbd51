import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { certificateMissing } from '../servers/certificate.ts';
import type { Quirks } from '../servers/imap/quirks.ts';
import { modernCapabilities, type OddServerOptions } from '../servers/imap/server.ts';
import { heldMail } from './held-mail.ts';
import { letterOf, oddAccounts } from './odd-accounts.ts';
import { placeLine, storedMail } from './stored-mail.ts';

/** Besides the INBOX, with six letters in each. */
const folders = ['Alpha', 'Odd', 'Zeta'];
const lettersEach = 6;

/** An account, what its server does, what of its mail cannot be had (as `FOLDER` or `FOLDER UID`), and what is said. */
type Mess = { quirks?: Quirks; server?: OddServerOptions; lost?: string[]; says: RegExp };

const messes: Record<string, Mess> = {
  healthy: { says: /^Synced\.$/ },
  liar: {
    quirks: {
      folders: {
        INBOX: { isUidNextMissing: true, isDescending: true, isTalkative: true },
        Odd: { isModseqMissing: true, commands: { STATUS: 'NO Later' } },
      },
      messages: { 'INBOX 2': { sizeSurplus: 3 }, 'Odd 4': { sizeSurplus: 900_000 }, 'Zeta 1': { sizeSurplus: -50 } },
    },
    server: { capabilities: `${modernCapabilities} UTF8=ACCEPT` },
    says: /^Synced\.$/,
  },
  old: { quirks: { latency: 20 }, server: { capabilities: 'IMAP4rev1' }, says: /^Synced\.$/ },
  broken: {
    quirks: { messages: { 'Odd 3': { on: { body: 'cut' } } } },
    lost: ['Odd 3'],
    says: /the connection breaks/,
  },
  refused: {
    quirks: { messages: { 'INBOX 6': { on: { body: 'NO Disk 7 is broken' } } } },
    lost: ['INBOX 6'],
    says: /Disk 7 is broken/,
  },
  mistaken: {
    quirks: { messages: { 'INBOX 5': { bodyOf: 2 } } },
    lost: ['INBOX 5'],
    says: /another message in the place/,
  },
  shut: {
    quirks: { folders: { Odd: { commands: { SELECT: 'NO [NOPERM] Not yours', STATUS: 'NO Not yours' } } } },
    lost: ['Odd'],
    says: /Odd.*Not yours/,
  },
  ghostly: {
    quirks: { folders: { Odd: { commands: { SELECT: 'NO [NONEXISTENT] Gone', STATUS: 'NO [NONEXISTENT] Gone' } } } },
    lost: ['Odd'],
    // What does not exist by the server's own word is nobody's trouble.
    says: /^Synced\.$/,
  },
};

const missing = certificateMissing();
if (missing) test('accounts on servers that make a mess of mail', { skip: missing });
else describe('accounts on servers that make a mess of mail', suite);

function suite(): void {
  const set = oddAccounts();

  before(async () => {
    for (const [key, { quirks, server }] of Object.entries(messes)) {
      const { mailbox } = await set.add(key, { ...server, quirks });
      for (const path of folders) mailbox.addFolder(path);
      for (const path of ['INBOX', ...folders])
        for (let number = 1; number <= lettersEach; number++)
          mailbox.deliver(path, letterOf(`${key} ${path} ${number}`));
    }
    await set.start();
    for (const key of Object.keys(messes)) await set.stateOf(key);
  });
  after(() => set.end());

  for (const [key, { lost = [], says }] of Object.entries(messes)) {
    test(`the account "${key}" has all of its mail that can be had, as it is`, async () => {
      const { account_id } = await set.stateOf(key);
      const held = heldMail(set.server(key).mailbox).flatMap(({ path, messages }) =>
        messages.map(({ uid, hash }) => ({ path, uid, hash })),
      );
      const had = held.filter(({ path, uid }) => !lost.includes(path) && !lost.includes(`${path} ${uid}`));
      assert.deepEqual(
        storedMail(set.home().dataDir, account_id),
        had.map(({ path, uid, hash }) => placeLine(path, uid, hash)).toSorted(),
      );
    });

    test(`the account "${key}" says what is the matter`, async () => {
      const { health, sync } = await set.stateOf(key);
      assert.match(sync.last_error ?? health.message, says);
      assert.match(health.message, says);
    });
  }

  test('each of them shows new mail', async () => {
    for (const key of Object.keys(messes)) set.server(key).mailbox.deliver('INBOX', letterOf(`new for ${key}`));
    for (const key of Object.keys(messes)) await set.untilAnnounced(key, `new for ${key}`);
  });

  test('nothing that was had was fetched again, and no server was crowded', () => {
    for (const [key, { lost = [] }] of Object.entries(messes)) {
      const { log } = set.server(key);
      const places = log.handed.map(({ folder, uid }) => `${folder} ${uid}`);
      const twice = places.filter((place, index) => places.indexOf(place) !== index && !lost.includes(place));
      // A size that is wrong makes a message doubtful, and it is asked for once more.
      const doubtful = Object.keys(messes[key]?.quirks?.messages ?? {});
      assert.deepEqual(
        twice.filter((place) => !doubtful.includes(place)),
        [],
        key,
      );
      // Three, and one that has ended without the server having seen it yet.
      assert.ok(log.mostOpen <= 4, `${key} saw ${log.mostOpen} connections at a time`);
      assert.ok(log.connections <= 25, `${key} saw ${log.connections} connections`);
    }
  });
}
