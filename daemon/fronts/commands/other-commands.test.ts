import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testSecretStorage, testVaultN } from '../../config/secrets/test-secret-storage.ts';
import { openVault } from '../../config/secrets/vault.ts';
import { ada } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { requestNamed } from '../../contract.ts';
import { exitCodeMeanings, exitCodes } from './exit-codes.ts';
import { buildProgram } from './program.ts';
import { completionScript } from './completion.ts';
import { commandInfos } from './command-tree.ts';
import { tableLines } from './table.ts';
import { sharedCommandLine } from './test-command-line.ts';
import { cutToWidth, padToWidth, textWidth } from './text-width.ts';

const passwords = testSecretStorage(testFolder());
const { daemon, run, json, text, home } = await sharedCommandLine({
  accounts: [{ ...ada, count: 20 }],
  options: { secretStorage: passwords.secretStorage },
});
const launcher = join(import.meta.dirname, '../../../run.mjs');
const tree = buildProgram(
  () => async () => undefined,
  { stdout: { write: () => undefined } },
  () => undefined,
);

test('all agents are paused and resumed by a command, which the status then says', async () => {
  assert.equal((await json(['agents'])).paused, false);
  assert.match(await text(['agents', 'pause']), /All agents and tools are paused/);
  assert.equal((await json(['agents', 'status'])).paused, true);
  assert.match(await text(['status']), /All agents are paused/);
  await assert.rejects(daemon.ask('mailbox.list', {}, { origin: 'agent' }), { message: /paused all agents/ });
  assert.match(await text(['agents', 'resume']), /Resumed/);
  assert.equal((await json(['agents'])).paused, false);
});

test('a conversation and a search are exported as they are, to standard output or a file', async () => {
  const { rows } = await json(['list', '-n', '1']);
  const markdown = await run(['export', rows[0].short_id]);
  assert.equal(markdown.code, 0);
  assert.match(markdown.out, /^# /);
  assert.deepEqual(
    (await json(['export', rows[0].short_id, '-o', 'mail.mbox', '--format', 'mbox'])).file,
    join(home, 'mail.mbox'),
  );
  assert.match(readFileSync(join(home, 'mail.mbox'), 'utf8'), /^From /);
  assert.equal(statSync(join(home, 'mail.mbox')).mode & 0o777, 0o600);
  assert.match((await run(['export', '--query', 'in:inbox', '--format', 'llm'])).out, /it is data/);
  for (const words of [[], [rows[0].short_id, '--query', 'x'], ['--query', 'x', '--format', 'eml']])
    assert.equal((await run(['export', ...words])).code, 2, words.join(' '));
  assert.equal((await run(['export', rows[0].short_id, '-o', 'no/such/folder'])).code, 1);
});

test('mail files are imported, named relative to the current folder', async () => {
  const source = (number: number) =>
    `From: a@example.net\r\nTo: ada@example.test\r\nSubject: Old ${number}\r\nMessage-ID: <${number}@old>\r\n\r\nText\r\n`;
  mkdirSync(join(home, 'old'));
  for (const number of [1, 2]) writeFileSync(join(home, 'old', `${number}.eml`), source(number));
  const progress = await json(['import', 'old', '--folder', 'Old mail']);
  assert.deepEqual([progress.status, progress.added], ['succeeded', 2]);
  assert.match(
    await text(['import', 'old', '--folder', 'Old mail']),
    /Importing .*old into Posthorn.*\nImported 0 messages, 2 were already here/,
  );
  assert.deepEqual([(await run(['import', 'nothing'])).code, (await run(['import'])).code], [5, 2]);
  assert.match((await json(['import', 'old', '--no-wait'])).job_id, /-/);
});

test('rules are listed, tested, turned off and deleted', async () => {
  assert.match(await text(['rules']), /There are no rules/);
  await daemon.ask(
    'rules.upsertForm',
    { name: 'File all', condition: 'has:attachment', action: 'archive' },
    { origin: 'cli' },
  );
  assert.match(await text(['rules']), /^File all +on/m);
  assert.equal((await json(['rules', 'show', 'File all'])).form.condition, 'has:attachment');
  assert.ok((await json(['rules', 'test', 'File all'])).results);
  await json(['rules', 'disable', 'File all']);
  assert.equal((await json(['rules', 'list'])).rules[0].enabled, false);
  await json(['rules', 'enable', 'File all']);
  const exported = await run(['rules', 'export']);
  writeFileSync(join(home, 'rules.json'), exported.out);
  assert.equal((await json(['rules', 'import', 'rules.json', '--dry-run'])).rules.length, 1);
  await json(['rules', 'delete', 'File all']);
  assert.deepEqual((await json(['rules'])).rules, []);
  assert.equal((await run(['rules', 'show', 'File all'])).code, 5);
});

test('passwords are unlocked with a passphrase that is typed or piped, never shown and never an argument', async () => {
  assert.match(await text(['unlock']), /aren’t protected with a passphrase/);
  assert.match((await run(['lock'])).err, /aren’t protected with a passphrase/);
  const elsewhere = openVault({ file: passwords.paths.vaultFile, N: testVaultN });
  await elsewhere.create('four words of mine');
  const empty = await run(['unlock']);
  assert.deepEqual([empty.code, /no passphrase/.test(empty.err)], [2, true]);
  assert.notEqual((await run(['unlock'], { stdin: '\u0003', isTerminal: true })).code, 0);
  const agent = await run(['unlock', '--agent'], { stdin: 'four words of mine\n' });
  assert.deepEqual([agent.code !== 0, passwords.vault.state()], [true, 'locked']);
  const typed = await run(['unlock'], { stdin: 'four words of mimx\u007f\u007fne\r', isTerminal: true });
  assert.deepEqual([typed.code, typed.err.includes('four words')], [0, false]);
  assert.equal(typed.err.split('\n')[0], 'Passphrase: ');
  assert.equal(passwords.vault.state(), 'unlocked');
  assert.equal((await json(['unlock'], { stdin: 'x\n' })).state, 'unlocked');
  assert.notEqual((await run(['lock', '--agent'])).code, 0);
  assert.match(await text(['lock']), /^Locked\./);
  assert.equal(passwords.vault.state(), 'locked');
  assert.equal((await json(['lock'])).state, 'locked');
});

test('doctor, settings and repair say what is wrong', async () => {
  const { code, out } = await run(['doctor']);
  const { report } = JSON.parse(out) as { report: { healthy: boolean; findings: object[] } };
  assert.equal(code, report.healthy ? 0 : 1);
  assert.match((await run(['doctor'], { isTerminal: true })).out, report.findings.length === 0 ? /in order/ : /\S/);
  assert.match((await json(['doctor', '--report'])).content, /^# /);
  assert.equal((await json(['doctor', '--fix', 'recount_labels'])).ok, true);
  assert.match(await text(['settings']), /are in order/);
  assert.match(await text(['repair']), /The mail database is in order/);
  assert.equal((await run(['settings', 'restore'])).code, 2);
  assert.equal((await run(['repair', 'everything'])).code, 2);
});

test('a backup is made, listed and checked', async () => {
  const { backup } = await json(['backup']);
  assert.deepEqual(
    (await json(['backup', 'list'])).backups.map(({ name }: { name: string }) => name),
    [backup.name],
  );
  assert.match(await text(['backup', 'check', backup.name]), /is sound/);
  assert.match(await text(['restore']), new RegExp(backup.name));
  assert.equal((await run(['backup', 'check', 'nothing'])).code, 5);
});

test('a token is told once, listed and revoked', async () => {
  const { token_id, token } = await json([
    'token',
    'create',
    'Digest',
    '--scope',
    'read',
    '--scope',
    'draft',
    '-a',
    'ada',
  ]);
  assert.match(token, /^ph_/);
  const { tokens } = await json(['token']);
  assert.deepEqual([tokens[0].name, tokens[0].scopes, tokens[0].account_ids.length], ['Digest', ['read', 'draft'], 1]);
  assert.doesNotMatch(await text(['token', 'list']), new RegExp(token));
  assert.match(await text(['token', 'revoke', token_id]), /Revoked/);
  assert.deepEqual((await json(['token'])).tokens, []);
  assert.equal((await run(['token', 'create', 'x', '--scope', 'everything'])).code, 2);
});

test('api sends any request with fields, a file or standard input', async () => {
  assert.equal((await json(['api', 'search.count', '-f', 'q=in:inbox'])).kind, 'Count');
  assert.equal(
    (await json(['api', 'mailbox.list', '--input', '-'], { stdin: '{"limit":1}' })).mailbox.groups.length,
    1,
  );
  assert.equal(
    (await json(['api', 'mailbox.list', '-f', 'limit=1', '-f', 'view="messages"'])).mailbox.view,
    'messages',
  );
  for (const [words, code] of [
    [['no.such'], 2],
    [['search.count', '-f', 'q'], 2],
    [['mailbox.list', '-f', 'limit=none'], 2],
    [['mailbox.list', '--input', '-'], 2],
    [['threads.get', '-f', 'thread_id=01a2199d-ee19-7006-9605-5bb577b973d1'], 5],
  ] as const)
    assert.equal((await run(['api', ...words])).code, code, words.join(' '));
});

test('commands lists every verb with its options and requests, and the requests there are', async () => {
  const { commands, rows, exit_codes, global_options } = await json(['commands']);
  const names = commands.map(({ name }: { name: string }) => name) as string[];
  for (const verb of [
    'status',
    'accounts',
    'sync',
    'list',
    'search',
    'show',
    'reply',
    'compose',
    'draft',
    'send',
    'archive',
    'trash',
    'label',
    'snooze',
    'undo',
    'jobs',
    'events',
    'export',
    'import',
    'rules',
    'doctor',
    'backup',
    'restore',
    'token',
    'commands',
    'api',
  ])
    assert.ok(names.includes(verb), verb);
  const list = commands.find(({ name }: { name: string }) => name === 'list');
  assert.deepEqual(
    [list.rows[0], list.arguments[0].default, list.options[0].long],
    ['mailbox.list', 'inbox', '--limit'],
  );
  assert.ok(
    rows.some(
      ({ name, http }: { name: string; http: string }) => name === 'mailbox.list' && http === 'GET /mail/mailbox',
    ),
  );
  assert.deepEqual(exit_codes, JSON.parse(JSON.stringify(exitCodeMeanings)));
  assert.ok(global_options.some(({ long }: { long: string }) => long === '--agent'));
  assert.deepEqual(
    Object.keys(exitCodeMeanings).map(Number),
    Object.values(exitCodes).toSorted((one, other) => one - other),
  );
});

test('run.mjs knows every command', () => {
  const source = readFileSync(launcher, 'utf8');
  const listed = /^const commands =\n([^;]*);/m.exec(source)?.[1] ?? '';
  const words = [...listed.matchAll(/'([^']*)'/g)].flatMap(([, text = '']) => text.trim().split(' '));
  const verbs = tree.commands.flatMap((command) => [command.name(), ...command.aliases()]);
  assert.deepEqual(words.toSorted(), verbs.toSorted());
});

test('npx posthorn answers unknown words and none like the installed command, and npm scripts do not', () => {
  const { npm_lifecycle_event: _event, ...env } = process.env;
  const started = (words: string[], more = {}) =>
    spawnSync(process.execPath, [launcher, ...words], { env: { ...env, ...more }, encoding: 'utf8' });
  const fromNpx = { npm_lifecycle_event: 'npx' };
  assert.match(started(['archve'], fromNpx).stderr, /Did you mean archive\?/);
  assert.match(started([], fromNpx).stdout, /^Usage: posthorn/);
  assert.match(started(['archve']).stderr, /^There is no task named "archve"/);
});

test('every request that a command names exists', () => {
  const named = commandInfos(tree).flatMap(({ rows }) => rows);
  assert.ok(named.length > 50);
  assert.deepEqual(
    named.filter((row) => !requestNamed(row)),
    [],
  );
});

test('the examples of the help are command lines that are understood', async () => {
  const lines = commandInfos(tree).flatMap(({ examples }) => examples);
  assert.ok(lines.length > 15);
  for (const line of lines) {
    const [, ...words] = line.replace(/ < .*$/, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
    const understood = buildProgram(
      () => async () => undefined,
      { stdout: process.stdout },
      () => undefined,
    );
    await assert.doesNotReject(
      understood.parseAsync(
        words.map((word) => word.replaceAll(/^['"]|['"]$/g, '')),
        { from: 'user' },
      ),
      line,
    );
  }
  assert.match((await run(['help', 'snooze'])).out, /Examples:\n {2}posthorn snooze be61 --until tomorrow/);
});

test('an unknown command or option ends with 2, suggests another, and writes nothing to standard output', async () => {
  const typo = await run(['archve'], { isTerminal: true });
  assert.deepEqual([typo.code, typo.out], [2, '']);
  assert.match(typo.err, /unknown command 'archve'\n\(Did you mean archive\?\)/);
  const asJson = await run(['list', '--bogus']);
  assert.equal((JSON.parse(asJson.err) as { error: { code: string } }).error.code, 'usage');
  for (const words of [[], ['--help']]) assert.match((await run(words)).out, /^Usage: posthorn/);
  assert.match((await run(['help', 'send'])).out, /--key <key>/);
  assert.match((await run(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
});

test('the completion script of bash completes verbs, subcommands, options and values', (t) => {
  if (spawnSync('bash', ['--version']).error) return t.skip('peer: bash');
  const script = completionScript(tree, 'bash');
  const complete = (line: string) => {
    const words = line.split(' ');
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _posthorn; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${set}`], { encoding: 'utf8' });
    assert.equal(stderr, '');
    return stdout.trim().split(' ');
  };
  assert.deepEqual(complete('posthorn arch'), ['archive']);
  assert.deepEqual(complete('posthorn token cr'), ['create']);
  assert.deepEqual(complete('posthorn --json token create name --or'), ['--origin']);
  assert.deepEqual(complete('posthorn token create name --origin '), ['script', 'agent', 'mcp']);
  assert.deepEqual(complete('posthorn ls --mess'), ['--messages']);
  assert.deepEqual(complete('posthorn repair sal'), ['salvage']);
});

test('every shell has a completion script, and the manual page names every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { out, code } = await run(['completion', shell]);
    assert.equal(code, 0);
    for (const word of ['archive', 'snooze', 'mark', 'create']) assert.match(out, new RegExp(word), shell);
  }
  assert.equal((await run(['completion', 'tcsh'])).code, 2);
  const { out } = await run(['man']);
  for (const { name } of commandInfos(tree))
    assert.ok(out.includes(`.SS posthorn ${name.replaceAll('-', String.raw`\-`)}`), name);
  assert.match(out, /^\.TH POSTHORN 1/);
  if (spawnSync('man', ['--version']).error) return;
  writeFileSync(join(home, 'posthorn.1'), out);
  const { stderr } = spawnSync('man', ['--warnings', '-l', join(home, 'posthorn.1')], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', MANPAGER: 'cat' },
  });
  assert.equal(stderr, '');
});

test('widths are those of a terminal', () => {
  const widths: [string, number][] = [
    ['', 0],
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['会议', 4],
    ['한글', 4],
    ['ﾊﾝｶｸ', 4],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['\u200b', 0],
    ['שלום', 4],
  ];
  for (const [characters, width] of widths) assert.equal(textWidth(characters), width, characters);
  assert.deepEqual(
    [cutToWidth('会议纪要', 5), cutToWidth('plain', 5), cutToWidth('plain', 3), cutToWidth('plain', 0)],
    ['会议…', 'plain', 'pl…', ''],
  );
  assert.equal(padToWidth('会', 4), '会  ');
  const columns = [{ title: 'A' }, { title: 'B', shrinksTo: 4 }, { title: 'C', alignsRight: true }];
  assert.deepEqual(
    tableLines(
      columns,
      [
        ['1', 'a long text', '10'],
        ['2', 'b', '9'],
      ],
      { width: 14 },
    ),
    ['A  B         C', '1  a long…  10', '2  b         9'],
  );
});
