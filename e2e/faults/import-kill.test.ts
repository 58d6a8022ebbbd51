import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { madeLetters } from '../peers/letters.ts';
import { surviveImportKills } from './import-kills.ts';
import { killMoments } from './kills.ts';
import { writeTree } from './mail-tree.ts';

const messages = 1_500;
/** Change it to try other moments; a failure names the one it came with. */
const seed = 20_261_121;

test(
  `an import that is killed twice ends by itself, with every message once (seed ${seed})`,
  { timeout: 150_000 },
  async (t) => {
    const letters = madeLetters({ count: messages, seed });
    const root = join(testFolder(), 'mail');
    const held = writeTree(
      root,
      new Map([
        ['', letters.slice(0, 800)],
        ['.Copies', letters.filter((_, number) => number % 40 === 7)],
        ['.Project', letters.slice(800, 1_000)],
        ['Family', letters.slice(1_000)],
      ]),
    );
    const outcome = await surviveImportKills({
      root,
      held,
      moments: killMoments({ kills: 2, messages, seed }),
      onKill: ({ number, moment, stored }) =>
        t.diagnostic(
          `kill ${number}: ${moment.ms} ms after ${stored === undefined ? 'its start' : `${stored} were stored`}`,
        ),
    });
    assert.deepEqual(outcome, { status: 'succeeded', messages, faults: [] });
  },
);
