import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { certificateMissing } from '../../testing/servers/certificate.ts';
import type { Quirks } from '../../testing/servers/imap/quirks.ts';
import { modernCapabilities, type OddServerOptions } from '../../testing/servers/imap/server.ts';
import { mailboxContents } from './support/mailbox-contents.ts';
import { messageWith, startImapAccounts } from './support/imap-accounts.ts';
import { placementLine, storedPlacements } from './support/stored-placements.ts';

/** In addition to INBOX, with six messages in each. */
const folders = ['Alpha', 'Odd', 'Zeta'];
const messagesPerFolder = 6;

/**
 * An account, what its server does, which of its mail cannot be fetched (as `FOLDER` or `FOLDER UID`), and the reported
 * problem.
 */
type Misbehaviour = { quirks?: Quirks; server?: OddServerOptions; missing?: string[]; logMessage: RegExp };

const misbehaviours: Record<string, Misbehaviour> = {
  healthy: { logMessage: /^Synced\.$/ },
  liar: {
    quirks: {
      folders: {
        INBOX: { isUidNextMissing: true, isDescending: true, sendsNeighbours: true },
        Odd: { isModseqMissing: true, commands: { STATUS: 'NO Later' } },
      },
      messages: { 'INBOX 2': { sizeSurplus: 3 }, 'Odd 4': { sizeSurplus: 900_000 }, 'Zeta 1': { sizeSurplus: -50 } },
    },
    server: { capabilities: `${modernCapabilities} UTF8=ACCEPT` },
    logMessage: /^Synced\.$/,
  },
  old: { quirks: { latencyMs: 20 }, server: { capabilities: 'IMAP4rev1' }, logMessage: /^Synced\.$/ },
  broken: {
    quirks: { messages: { 'Odd 3': { on: { body: 'cut' } } } },
    missing: ['Odd 3'],
    logMessage: /The connection is lost/,
  },
  refused: {
    quirks: { messages: { 'INBOX 6': { on: { body: 'NO Disk 7 is broken' } } } },
    missing: ['INBOX 6'],
    logMessage: /Disk 7 is broken/,
  },
  mistaken: {
    quirks: { messages: { 'INBOX 5': { bodyOf: 2 } } },
    missing: ['INBOX 5'],
    logMessage: /another message instead/,
  },
  shut: {
    quirks: { folders: { Odd: { commands: { SELECT: 'NO [NOPERM] Not yours', STATUS: 'NO Not yours' } } } },
    missing: ['Odd'],
    logMessage: /Odd.*Not yours/,
  },
  ghostly: {
    quirks: { folders: { Odd: { commands: { SELECT: 'NO [NONEXISTENT] Gone', STATUS: 'NO [NONEXISTENT] Gone' } } } },
    missing: ['Odd'],
    // A folder that does not exist according to the server is not a problem.
    logMessage: /^Synced\.$/,
  },
};

const missing = certificateMissing();
if (missing) test('accounts on misbehaving servers', { skip: missing });
else describe('accounts on misbehaving servers', suite);

function suite(): void {
  const set = startImapAccounts();

  before(async () => {
    for (const [key, { quirks, server }] of Object.entries(misbehaviours)) {
      const { mailbox } = await set.add(key, { ...server, quirks });
      for (const path of folders) mailbox.addFolder(path);
      for (const path of ['INBOX', ...folders])
        for (let number = 1; number <= messagesPerFolder; number++)
          mailbox.deliver(path, messageWith(`${key} ${path} ${number}`));
    }
    await set.start();
    for (const key of Object.keys(misbehaviours)) await set.stateOf(key);
  });
  after(() => set.end());

  for (const [key, { missing = [], logMessage }] of Object.entries(misbehaviours)) {
    test(`the account "${key}" has all of its mail that can be fetched, unchanged`, async () => {
      const { account_id } = await set.stateOf(key);
      const held = mailboxContents(set.server(key).mailbox).flatMap(({ path, messages }) =>
        messages.map(({ uid, hash }) => ({ path, uid, hash })),
      );
      const had = held.filter(({ path, uid }) => !missing.includes(path) && !missing.includes(`${path} ${uid}`));
      assert.deepEqual(
        storedPlacements(set.home().dataDir, account_id),
        had.map(({ path, uid, hash }) => placementLine(path, uid, hash)).toSorted(),
      );
    });

    test(`the account "${key}" reports its problem`, async () => {
      const { health, sync } = await set.stateOf(key);
      assert.match(sync.last_error ?? health.message, logMessage);
      assert.match(health.message, logMessage);
    });
  }

  test('each of them shows new mail', async () => {
    for (const key of Object.keys(misbehaviours))
      set.server(key).mailbox.deliver('INBOX', messageWith(`new for ${key}`));
    for (const key of Object.keys(misbehaviours)) await set.untilAnnounced(key, `new for ${key}`);
  });

  test('no stored mail was fetched again, and no server got too many connections', () => {
    for (const [key, { missing = [] }] of Object.entries(misbehaviours)) {
      const { log } = set.server(key);
      const places = log.fetchedSections.map(({ folder, uid }) => `${folder} ${uid}`);
      const twice = places.filter((place, index) => places.indexOf(place) !== index && !missing.includes(place));
      // A wrong size makes a message doubtful, and it is fetched once more.
      const doubtful = Object.keys(misbehaviours[key]?.quirks?.messages ?? {});
      assert.deepEqual(
        twice.filter((place) => !doubtful.includes(place)),
        [],
        key,
      );
      // Three, and a closed connection that the server has not noticed yet.
      assert.ok(log.maxOpenConnections <= 4, `${key} saw ${log.maxOpenConnections} connections at a time`);
      assert.ok(log.connections <= 25, `${key} saw ${log.connections} connections`);
    }
  });
}
