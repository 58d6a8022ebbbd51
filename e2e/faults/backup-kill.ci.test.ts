import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { madeLetters } from '../peers/letters.ts';
import { surviveBackupKills, wordsFor, type BackupMoment } from './backup-kills.ts';
import { writeTree } from './mail-tree.ts';

const moments: BackupMoment[] = [
  { act: 'backup', ms: 0 },
  { act: 'restore', ms: 500 },
  { act: 'staged', startMs: 350 },
  { act: 'restore', ms: 900 },
];

test('a daemon that is killed while it backs up or restores has all of the old mail or all of the new', async (t) => {
  const root = testFolder();
  const tree = (name: string, folder: string, count: number, seed: number) => {
    mkdirSync(join(root, name));
    const held = writeTree(join(root, name), new Map([[folder, madeLetters({ count, seed })]]));
    return { root: join(root, name), held };
  };
  const faults = await surviveBackupKills({
    trees: [tree('first', '', 60, 7), tree('second', 'Later', 40, 8)],
    moments,
    onKill: ({ number, moment, messages }) =>
      t.diagnostic(`kill ${number}, ${wordsFor(moment)}; then ${messages} messages`),
  });
  assert.deepEqual(faults, []);
});
