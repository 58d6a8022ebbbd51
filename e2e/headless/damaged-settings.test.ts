import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { sampleOf } from '../runner/tier.ts';
import { startTestProcess } from './test-process.ts';

const files = ['config', 'keys', 'secrets'] as const;
type File = (typeof files)[number];

const goodText: Record<File, string> = {
  config: `# mine
[ui]
density = "compact"
[accounts.work]
name = "Work"
email = "ada@example.test"
sync = { type = "imap", host = "127.0.0.1", port = 1, username = "ada", password_ref = "work" }
`,
  keys: '# mine\n[mail_list]\narchive = "y"\n',
  secrets: '[passwords]\nwork = "hunter2"\n',
};

type Daemon = Awaited<ReturnType<typeof startTestProcess>>;

const fileIn = (folder: string, name: File) => join(folder, 'config', `${name}.toml`);

let original: Promise<string> | undefined;

/** A folder in which Posthorn has run once with good files. */
async function usedFolder(t: TestContext): Promise<string> {
  const folder = testFolder();
  cpSync(await (original ??= runOnce(t)), folder, { recursive: true });
  return folder;
}

async function runOnce(t: TestContext): Promise<string> {
  const folder = testFolder();
  mkdirSync(join(folder, 'config'));
  for (const name of files) writeFileSync(fileIn(folder, name), goodText[name], { mode: 0o600 });
  const daemon = await startTestProcess(t, { folder });
  assert.deepEqual(await inForce(daemon), allGood);
  assert.deepEqual(await findingCodes(daemon), []);
  assert.equal((await daemon.stop()).code, 0);
  return folder;
}

async function read<T>(daemon: Daemon, path: string): Promise<T> {
  const answer = await daemon.ask(path);
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
}

/** What holds, as a client sees it. */
async function inForce(daemon: Daemon) {
  const [settings, keys, secrets] = await Promise.all([
    read<{ values: { ui: { density: string }; accounts: object } }>(daemon, '/platform/settings'),
    read<{ bindings: { mail_list: { archive: string[] } } }>(daemon, '/platform/keys'),
    read<{ in_file: number }>(daemon, '/platform/secrets'),
  ]);
  const { ui, accounts } = settings.values;
  return {
    density: ui.density,
    accounts: Object.keys(accounts),
    archive: keys.bindings.mail_list.archive,
    passwords: secrets.in_file,
  };
}

const allGood = { density: 'compact', accounts: ['work'], archive: ['y'], passwords: 1 };
const allDefault = { density: 'regular', accounts: [], archive: ['e'], passwords: 0 };

type Finding = { code: string; message: string; action: { id: string } | null; other_action: { id: string } | null };

async function damageFindings(daemon: Daemon): Promise<Finding[]> {
  const { report } = await read<{ report: { findings: Finding[] } }>(daemon, '/admin/diagnostics');
  return report.findings.filter(({ code }) => files.some((name) => code === `${name}_unreadable`));
}

const findingCodes = async (daemon: Daemon) => (await damageFindings(daemon)).map(({ code }) => code);

async function repair(daemon: Daemon, action: string): Promise<string> {
  const answer = await daemon.request('/admin/diagnostics/repair', { action });
  assert.equal(answer.status, 200, action);
  return ((await answer.json()) as { message: string }).message;
}

const replace = (file: string, make: (file: string) => void) => {
  rmSync(file, { recursive: true });
  make(file);
};

/** The ways in which a file is damaged, with the reason that the user is listed. */
const damages: Record<string, { damage: (file: string) => void; reason: RegExp }> = {
  'is not TOML': {
    damage: (file) => writeFileSync(file, '[passwords\nwork = "hunter2'),
    reason: /line 1.*isn’t valid TOML/,
  },
  'is empty': {
    damage: (file) => writeFileSync(file, '\n'),
    reason: /is empty\. Add your (settings|passwords) to it\./,
  },
  'is gone': { damage: (file) => rmSync(file), reason: /is missing\. Restore it\./ },
  'is a folder': { damage: (file) => replace(file, mkdirSync), reason: /it is a folder/ },
  'is not UTF-8': {
    damage: (file) => writeFileSync(file, Buffer.from('work = "M\xfcnchen"\n', 'latin1')),
    reason: /it isn’t UTF-8 text/,
  },
  'holds zeros': { damage: (file) => writeFileSync(file, Buffer.alloc(200)), reason: /isn’t valid TOML/ },
  'is far too large': {
    damage: (file) => writeFileSync(file, 'work = "hunter2"\n'.repeat(6_000_000)),
    reason: /it is larger than 1 MB/,
  },
  ...(process.platform === 'win32'
    ? {}
    : {
        'is a named pipe': {
          damage: (file: string) => replace(file, (name) => execFileSync('mkfifo', [name])),
          reason: /it isn’t a file/,
        },
      }),
};

for (const [state, { damage, reason }] of sampleOf(Object.entries(damages), { few: 3, some: 2 }))
  test(`a start whose files of settings, keys and passwords each ${state} takes the last good ones, says so, and restores them`, async (t) => {
    const folder = await usedFolder(t);
    for (const name of files) damage(fileIn(folder, name));
    const damaged = await startTestProcess(t, { folder });
    assert.match(damaged.linesWritten, /^Posthorn is at /);
    assert.match(damaged.errors(), /^\S+config\.toml[^\n]* Until then Posthorn uses the last good settings\.\n$/);
    assert.deepEqual(await inForce(damaged), allGood);
    const findings = await damageFindings(damaged);
    assert.deepEqual(
      findings.map(({ code, action, other_action }) => [code, action?.id, other_action?.id]),
      files.map((name) => [`${name}_unreadable`, `restore_${name}`, `reset_${name}`]),
    );
    for (const { message } of findings) assert.match(message, reason);
    for (const { message } of findings)
      assert.ok(damaged.log().includes(JSON.stringify(message).slice(1, -1)), message);
    assert.ok(!damaged.log().includes('hunter2'));
    const status = await read<{ config: { trouble: string } }>(damaged, '/admin/status');
    assert.match(status.config.trouble, /Until then Posthorn uses the last good settings\.$/);
    assert.match(
      (await damaged.posthorn('status')).out,
      /^ {2}Work: .*Until then Posthorn uses the last good settings\./ms,
    );

    const change = await damaged.request('/platform/settings', { key: 'ui.density', value: 'relaxed' });
    assert.equal(change.status, 409);
    assert.match(((await change.json()) as { error: string }).error, /^Nothing was changed\./);

    for (const name of files)
      assert.match(await repair(damaged, `restore_${name}`), /was restored to its last good version\./);
    for (const name of files) {
      assert.equal(readFileSync(fileIn(folder, name), 'utf8'), goodText[name]);
      assert.equal(existsSync(`${fileIn(folder, name)}.damaged`), state !== 'is gone', name);
    }
    assert.deepEqual([await inForce(damaged), await findingCodes(damaged)], [allGood, []]);
    assert.equal((await damaged.stop()).code, 0);
  });

test('a damaged file that is corrected by hand is in force again, also after a restart', async (t) => {
  const folder = await usedFolder(t);
  for (const name of files) writeFileSync(fileIn(folder, name), '[work\n');
  const damaged = await startTestProcess(t, { folder });
  for (const name of files) writeFileSync(fileIn(folder, name), goodText[name]);
  await until('the files are followed again', async () => (await findingCodes(damaged)).length === 0);
  await damaged.stop();
  const again = await startTestProcess(t, { folder });
  assert.deepEqual([await inForce(again), await findingCodes(again)], [allGood, []]);
});

test('the command line says which files are damaged, and repairs them', async (t) => {
  const folder = await usedFolder(t);
  const daemon = await startTestProcess(t, { folder });
  const settings = async (...words: string[]) => {
    const { out, code, err } = await daemon.posthorn('settings', ...words);
    return { out, err, code };
  };
  assert.match((await settings()).out, /^config\.toml, keys\.toml and secrets\.toml are in order\.$/m);
  for (const name of ['config', 'keys'] as const) writeFileSync(fileIn(folder, name), '[work\n');
  await until('the damage is noticed', async () => (await findingCodes(daemon)).length === 2);
  const listed = await settings();
  assert.equal(listed.code, 1);
  for (const line of ['restore config', 'reset config', 'restore keys', 'reset keys'])
    assert.ok(listed.out.includes(`posthorn settings ${line}\n`), line);
  assert.match((await settings('restore', 'config')).out, /was restored to its last good version/);
  assert.match((await settings('reset', 'keys')).out, /The standard shortcuts are in effect/);
  assert.deepEqual(await inForce(daemon), { ...allGood, archive: allDefault.archive });
  const wrong = await settings('restore', 'mail');
  assert.deepEqual([wrong.code, wrong.out], [2, '']);
});

test('files that were removed on purpose can be done without: then the defaults hold, also after a restart', async (t) => {
  const folder = await usedFolder(t);
  for (const name of files) rmSync(fileIn(folder, name));
  const daemon = await startTestProcess(t, { folder });
  for (const name of files) await repair(daemon, `reset_${name}`);
  assert.deepEqual([await inForce(daemon), await findingCodes(daemon)], [allDefault, []]);
  await daemon.stop();
  const again = await startTestProcess(t, { folder });
  assert.deepEqual([await inForce(again), await findingCodes(again)], [allDefault, []]);
  assert.deepEqual(readdirSync(join(folder, 'data', 'last-good')), []);
  assert.equal(readFileSync(`${fileIn(folder, 'config')}.before`, 'utf8'), goodText.config);
});

test('the copies of the last good files are for their owner only, and follow each change', async (t) => {
  // A copied folder would not have the same modes.
  const folder = await runOnce(t);
  const copy = (name: File) => join(folder, 'data', 'last-good', `${name}.toml`);
  if (process.platform !== 'win32')
    for (const path of [join(copy('config'), '..'), ...files.map(copy)])
      assert.equal(statSync(path).mode & 0o077, 0, path);
  writeFileSync(fileIn(folder, 'secrets'), '[passwords]\nother = "x"\n');
  const daemon = await startTestProcess(t, { folder });
  const changed = await daemon.request('/platform/settings', { key: 'ui.density', value: 'relaxed' });
  assert.equal(changed.status, 200);
  assert.match(readFileSync(copy('config'), 'utf8'), /density = "relaxed"/);
  assert.doesNotMatch(readFileSync(copy('secrets'), 'utf8'), /hunter2/);
});

test('a first start with damaged files has the defaults and says so; nothing in the files is lost', async (t) => {
  const folder = testFolder();
  mkdirSync(join(folder, 'config'));
  for (const name of files) writeFileSync(fileIn(folder, name), '[work\n');
  const daemon = await startTestProcess(t, { folder });
  assert.match(daemon.linesWritten, /^Posthorn is at /);
  assert.deepEqual(await inForce(daemon), allDefault);
  const findings = await damageFindings(daemon);
  assert.deepEqual(
    findings.map(({ action, other_action }) => [action?.id, other_action]),
    files.map((name) => [`reset_${name}`, null]),
  );
  assert.match(
    findings[0]?.message ?? '',
    /line 1.*Until then Posthorn uses the default settings and syncs no accounts\.$/,
  );
  for (const name of files) {
    assert.equal(readFileSync(fileIn(folder, name), 'utf8'), '[work\n');
    assert.match(await repair(daemon, `reset_${name}`), /The previous file is kept as .*\.damaged\.$/);
    assert.equal(readFileSync(`${fileIn(folder, name)}.damaged`, 'utf8'), '[work\n');
  }
  assert.deepEqual(await findingCodes(daemon), []);
});

test('a bug report names the damage, and neither a path nor a value', async (t) => {
  const folder = await usedFolder(t);
  for (const name of files) writeFileSync(fileIn(folder, name), `[mine\nsecret = "${name}-word"\n`);
  const daemon = await startTestProcess(t, { folder });
  const { content } = await read<{ content: string }>(daemon, '/admin/diagnostics/bug-report');
  for (const name of files) assert.match(content, new RegExp(`^- error: ${name}_unreadable \\(generic\\)$`, 'm'));
  assert.doesNotMatch(content, /-word/);
  assert.ok(!content.includes(folder));
});

const { getuid } = process;
const noOtherUser =
  (process.platform !== 'linux' || getuid?.() !== 0) && 'only root on Linux can start Posthorn as another user';

test(
  'files and a folder that may not be read: one sentence, with the last good values',
  { skip: noOtherUser },
  async (t) => {
    const folder = await usedFolder(t);
    const otherUser = 65_534;
    chmodSync(join(folder, '..'), 0o711);
    execFileSync('chown', ['-R', `${otherUser}:${otherUser}`, folder]);
    for (const name of files) chmodSync(fileIn(folder, name), 0);
    const noFiles = await startTestProcess(t, { folder, uid: otherUser });
    assert.deepEqual(await inForce(noFiles), allGood);
    for (const { message } of await damageFindings(noFiles)) assert.match(message, /you have no permission/);
    await noFiles.stop();

    chmodSync(join(folder, 'config'), 0);
    t.after(() => chmodSync(join(folder, 'config'), 0o700));
    const noFolder = await startTestProcess(t, { folder, uid: otherUser });
    assert.match(noFolder.linesWritten, /^Posthorn is running without its web interface\. .*you have no permission/);
    assert.match((await noFolder.posthorn('status')).out, /config\.toml can’t be read \(you have no permission\)/);
    assert.match(noFolder.errors(), /^\S+config\.toml can’t be read \(you have no permission\)\. [^\n]* settings\.\n$/);
    assert.equal((await noFolder.stop()).code, 0);
  },
);
