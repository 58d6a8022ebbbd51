import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../base/log.ts';
import { testFolder } from '../test-folder.ts';
import { followFile } from './follow.ts';

/** Follows a file, and waits for looks that find this in it. */
function followed(t: TestContext, file: string, pace: { quietMs: number; everyMs: number }) {
  const waiting = new Map<string, () => void>();
  let looks = 0;
  const stop = followFile(
    file,
    () => {
      looks++;
      waiting.get(textOf(file))?.();
    },
    silentLog,
    pace,
  );
  // What follows keeps no process alive, so the test does.
  const alive = setInterval(() => {}, 1_000);
  t.after(() => {
    clearInterval(alive);
    stop();
  });
  return {
    looks: () => looks,
    finds: (text: string) => new Promise<void>((resolve) => waiting.set(text, resolve)),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'missing';
  }
}

/** The disk is not asked, so that the folder's own word is what counts. */
const watching = { quietMs: 20, everyMs: 3_600_000 };
const asking = { quietMs: 1, everyMs: 20 };

test('a file that is made, written, replaced and removed is looked at each time', async (t) => {
  const folder = testFolder();
  const file = join(folder, 'config.toml');
  const { finds } = followed(t, file, watching);
  const steps: [string, () => void][] = [
    ['made', () => writeFileSync(file, 'made')],
    ['written', () => writeFileSync(file, 'written')],
    [
      'replaced',
      () => {
        writeFileSync(`${file}.new`, 'replaced');
        renameSync(`${file}.new`, file);
      },
    ],
    ['missing', () => rmSync(file)],
    ['back', () => writeFileSync(file, 'back')],
  ];
  for (const [text, step] of steps) {
    const found = finds(text);
    step();
    await found;
  }
});

test('a file written in pieces is looked at once, when it is done; its neighbours are not looked at', async (t) => {
  const file = join(testFolder(), 'config.toml');
  const { finds, looks } = followed(t, file, { quietMs: 200, everyMs: 3_600_000 });
  const found = finds('one two three');
  writeFileSync(`${file}.before`, 'x');
  for (const text of ['', 'one ', 'one two ', 'one two three']) writeFileSync(file, text);
  await found;
  assert.equal(looks(), 1);
});

test('a folder that comes later, and another under its name, are found', async (t) => {
  const folder = join(testFolder(), 'later');
  const file = join(folder, 'config.toml');
  const { finds } = followed(t, file, asking);
  for (const text of ['first', 'second']) {
    const found = finds(text);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    writeFileSync(file, text);
    await found;
  }
});

test('the file that a link leads to is followed, and the link itself', async (t) => {
  const [folder, elsewhere] = [testFolder(), testFolder()];
  const file = join(folder, 'config.toml');
  for (const name of ['one', 'two']) writeFileSync(join(elsewhere, name), name);
  symlinkSync(join(elsewhere, 'one'), file);
  const { finds } = followed(t, file, watching);
  const written = finds('written');
  writeFileSync(join(elsewhere, 'one'), 'written');
  await written;
  const relinked = finds('two');
  symlinkSync(join(elsewhere, 'two'), `${file}.new`);
  renameSync(`${file}.new`, file);
  await relinked;
  const again = finds('again');
  writeFileSync(join(elsewhere, 'two'), 'again');
  await again;
});
