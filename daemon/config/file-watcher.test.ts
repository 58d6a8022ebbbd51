import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog } from '../base/log.ts';
import { testFolder } from '../test-folder.ts';
import { watchFile } from './file-watcher.ts';

/** Watches a file, and waits until its content has been read as expected. */
function watchTestFile(t: TestContext, file: string, pace: { quietMs: number; pollIntervalMs: number }) {
  const waiting = new Map<string, () => void>();
  let changes = 0;
  const stop = watchFile(
    file,
    () => {
      changes++;
      waiting.get(textOf(file))?.();
    },
    silentLog,
    pace,
  );
  // The watcher does not keep the process alive, so the test does.
  const alive = setInterval(() => {}, 1_000);
  t.after(() => {
    clearInterval(alive);
    stop();
  });
  return {
    readCount: () => changes,
    untilContent: (text: string) => new Promise<void>((resolve) => waiting.set(text, resolve)),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'missing';
  }
}

/** Polling is disabled, so that only folder events count. */
const watching = { quietMs: 20, pollIntervalMs: 3_600_000 };
const polling = { quietMs: 1, pollIntervalMs: 20 };

test('a file is read after each creation, write, replacement and removal', async (t) => {
  const folder = testFolder();
  const file = join(folder, 'config.toml');
  const { untilContent } = watchTestFile(t, file, watching);
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
    const found = untilContent(text);
    step();
    await found;
  }
});

test('a file written in several steps is read once, after the last step; other files in the folder are ignored', async (t) => {
  const file = join(testFolder(), 'config.toml');
  const { untilContent, readCount } = watchTestFile(t, file, { quietMs: 200, pollIntervalMs: 3_600_000 });
  const found = untilContent('one two three');
  writeFileSync(`${file}.before`, 'x');
  for (const text of ['', 'one ', 'one two ', 'one two three']) writeFileSync(file, text);
  await found;
  assert.equal(readCount(), 1);
});

test('a folder created later, or replaced under the same name, is detected', async (t) => {
  const folder = join(testFolder(), 'later');
  const file = join(folder, 'config.toml');
  const { untilContent } = watchTestFile(t, file, polling);
  for (const text of ['first', 'second']) {
    const found = untilContent(text);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    writeFileSync(file, text);
    await found;
  }
});

test('the target of a symbolic link is watched, and the link itself', async (t) => {
  const [folder, elsewhere] = [testFolder(), testFolder()];
  const file = join(folder, 'config.toml');
  for (const name of ['one', 'two']) writeFileSync(join(elsewhere, name), name);
  symlinkSync(join(elsewhere, 'one'), file);
  const { untilContent } = watchTestFile(t, file, watching);
  const written = untilContent('written');
  writeFileSync(join(elsewhere, 'one'), 'written');
  await written;
  const relinked = untilContent('two');
  symlinkSync(join(elsewhere, 'two'), `${file}.new`);
  renameSync(`${file}.new`, file);
  await relinked;
  const again = untilContent('again');
  writeFileSync(join(elsewhere, 'two'), 'again');
  await again;
});
