import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import '../fake/register.ts';
import { crashFilesIn, removeOldCrashFiles } from './crash-files.ts';

const { newDesktop } = await import('../fake/electron.ts');
const { createProblemReports } = await import('./problem-report.ts');

suite('the report of a problem', () => {
  let home = '';
  let desktop: ReturnType<typeof newDesktop>;
  const now = new Date(2026, 2, 10, 12);
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'posthorn-report-'));
    desktop = newDesktop();
    desktop.paths = { crashDumps: join(home, 'crashes'), downloads: join(home, 'downloads') };
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function crash(name: string, daysAgo: number): void {
    const path = join(home, 'crashes', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'MDMP');
    const at = new Date(now.getTime() - daysAgo * 86_400_000);
    utimesSync(path, at, at);
  }
  const reports = () => createProblemReports({ stateFolder: join(home, 'data', 'desktop'), now: () => now });

  test('it names the crash files, and the log of the app without names and addresses', () => {
    crash('completed/b.dmp', 2);
    crash('pending/a.dmp', 1);
    crash('settings.dat', 1);
    mkdirSync(join(home, 'data', 'logs'), { recursive: true });
    const err = { code: 'EACCES', message: 'EACCES: open /home/ada/mail.db for ada@example.org' };
    const lines = [
      { level: 30, time: '2026-03-10T11:00:00Z', msg: 'started' },
      { level: 50, time: '2026-03-10T11:00:01Z', msg: 'the update failed', err },
      { level: 40, time: 1773140402000, msg: 'a process of the app is gone', name: 'ada' },
    ];
    const log = join(home, 'data', 'logs', 'desktop.log');
    writeFileSync(log, ['cut"}', ...lines.map((line) => JSON.stringify(line)), ''].join('\n'));
    const files = reports().files();
    assert.deepEqual(files.log, [
      '2026-03-10T11:00:01.000Z ERROR the update failed (EACCES)',
      '2026-03-10T11:00:02.000Z WARN a process of the app is gone',
    ]);
    assert.deepEqual(
      files.crashFiles.map(({ name, bytes }) => [name, bytes]),
      [
        ['a.dmp', 4],
        ['b.dmp', 4],
      ],
    );
    rmSync(log);
    assert.deepEqual(reports().files().log, []);
  });

  test('it is saved as a folder that is shown, with crash files only if the user wants them', () => {
    crash('a.dmp', 1);
    reports().save({ text: '# Report', withCrashFiles: false });
    const folder = join(home, 'downloads', 'Posthorn report 2026-03-10');
    assert.deepEqual(readdirSync(folder), ['report.md']);
    assert.equal(readFileSync(join(folder, 'report.md'), 'utf8'), '# Report');
    reports().save({ text: '# Report', withCrashFiles: true });
    assert.deepEqual(readdirSync(`${folder} (2)`).toSorted(), ['a.dmp', 'report.md']);
    assert.deepEqual(desktop.shownInFolder, [join(folder, 'report.md'), join(`${folder} (2)`, 'report.md')]);
    assert.deepEqual(desktop.openedExternally, [], 'nothing is sent');
    for (const wrong of [undefined, { text: '' }, { text: 'x', withCrashFiles: 'yes' }])
      assert.throws(() => reports().save(wrong), /isn’t complete/);
  });

  test('a few crash files are kept for a month', () => {
    for (let day = 1; day <= 7; day++) crash(`${day}.dmp`, day);
    crash('old.dmp', 40);
    const folder = join(home, 'crashes');
    removeOldCrashFiles(folder, now);
    assert.deepEqual(
      crashFilesIn(folder).map(({ name }) => name),
      ['1.dmp', '2.dmp', '3.dmp', '4.dmp', '5.dmp'],
    );
    removeOldCrashFiles(join(home, 'none'), now);
    assert.equal(existsSync(join(home, 'none')), false);
  });
});
