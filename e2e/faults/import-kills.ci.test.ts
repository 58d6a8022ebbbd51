import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { countOf } from '../runner/tier.ts';
import { runImportKills } from './import-kills.ts';
import { randomKillTimes } from './sync-kills.ts';
import { writeMailTree } from './mail-tree.ts';

/** The soak test has more messages and more kills. */
const messages = 900;
/** Change it to try other moments; a failure names its seed. */
const seed = 20_261_121;

test(`an import that is killed resumes and stores every message once (seed ${seed})`, async (t) => {
  const mail = randomMessages({ count: messages, seed });
  const root = join(testFolder(), 'mail');
  const expectedFolders = writeMailTree(
    root,
    new Map([
      ['', mail.slice(0, 500)],
      ['.Copies', mail.filter((_, number) => number % 40 === 7)],
      ['.Project', mail.slice(500, 620)],
      ['Family', mail.slice(620)],
    ]),
  );
  const outcome = await runImportKills({
    root,
    expectedFolders,
    killTimes: randomKillTimes({ kills: countOf({ some: 1, all: 2 }), messages, seed }),
    onKill: ({ number, killTime, stored }) =>
      t.diagnostic(
        `kill ${number}: ${killTime.delayMs} ms after ${stored === undefined ? 'its start' : `${stored} were stored`}`,
      ),
  });
  assert.deepEqual(outcome, { status: 'succeeded', messages, faults: [] });
});
