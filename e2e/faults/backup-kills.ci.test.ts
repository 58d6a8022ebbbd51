import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { countOf } from '../runner/tier.ts';
import { runBackupKills, describeKillTime, type BackupKillTime } from './backup-kills.ts';
import { writeMailTree } from './mail-tree.ts';

const moments: BackupKillTime[] = [
  { phase: 'backup', delayMs: 0 },
  { phase: 'restore', delayMs: 500 },
  { phase: 'staged', startDelayMs: 350 },
  { phase: 'restore', delayMs: 900 },
];

test('a daemon that is killed during a backup or restore has all of the old mail or all of the new', async (t) => {
  const root = testFolder();
  const tree = (name: string, folder: string, count: number, seed: number) => {
    mkdirSync(join(root, name));
    const expected = writeMailTree(join(root, name), new Map([[folder, randomMessages({ count, seed })]]));
    return { root: join(root, name), expectedFolders: expected };
  };
  const faults = await runBackupKills({
    trees: [tree('first', '', 60, 7), tree('second', 'Later', 40, 8)],
    killTimes: moments.slice(0, countOf({ some: 2, all: 4 })),
    onKill: ({ number, killTime, messages }) =>
      t.diagnostic(`kill ${number}, ${describeKillTime(killTime)}; then ${messages} messages`),
  });
  assert.deepEqual(faults, []);
});
