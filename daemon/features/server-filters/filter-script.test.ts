import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { filterScript } from './filter-script.ts';
import { defaultSettings, filterSettings, type FilterRule, type FilterSettings } from './filter-settings.ts';
import { readOwnScript } from './script-header.ts';

const everything = new Set(['fileinto', 'vacation', 'include', 'imap4flags', 'date', 'relational', 'mailbox']);
const context = { extensions: everything, addresses: ['ada@example.test'], zone: 'Europe/Berlin' };
const reply = { ...defaultSettings.vacation, enabled: true, text: 'Away' };

/** The script without its header. */
function bodyOf(settings: Partial<FilterSettings>, { extensions = everything, addresses = context.addresses } = {}) {
  const script = filterScript({ ...defaultSettings, ...settings }, { ...context, extensions, addresses });
  assert.doesNotMatch(script, /[^\r]\n/);
  return script.split('\r\n').filter((line) => !line.startsWith('#: ') && !/^# (Posthorn|Checksum)/.test(line));
}

test('a vacation reply comes first, with dates in the zone of the user', () => {
  const rule: FilterRule = {
    name: 'Lists',
    enabled: true,
    match: 'any',
    conditions: [
      { field: 'list_id', contains: 'news' },
      { field: 'to', contains: 'team' },
    ],
    move_to: 'Archive/Lists',
    mark_read: true,
    stop: true,
  };
  const vacation = { ...reply, from: '2026-03-20', until: '2026-04-02', subject: 'Away "now"' };
  assert.deepEqual(bodyOf({ vacation, rules: [rule, { ...rule, enabled: false }] }), [
    'require ["date", "fileinto", "imap4flags", "mailbox", "relational", "vacation"];',
    '',
    '# Vacation reply',
    'if allof (currentdate :zone "+0100" :value "ge" "date" "2026-03-20", currentdate :zone "+0200" :value "le" "date" "2026-04-02") {',
    '  vacation :days 7 :addresses ["ada@example.test"] :subject "Away \\"now\\"" "Away";',
    '}',
    '',
    '# Lists',
    'if anyof (header :contains ["list-id"] "news", header :contains ["to", "cc"] "team") {',
    '  addflag "\\\\Seen";',
    '  fileinto :create "Archive/Lists";',
    '  stop;',
    '}',
    '',
  ]);
  assert.deepEqual(bodyOf({ vacation: reply }, { addresses: [] }).slice(2), [
    '# Vacation reply',
    'vacation :days 7 "Away";',
    '',
  ]);
});

test('a server that lacks an extension is refused only what needs it', () => {
  const without = (...names: string[]) => new Set([...everything].filter((name) => !names.includes(name)));
  const missing = (extension: string) => (error: unknown) =>
    error instanceof Failure && error.code === 'extension_missing' && error.details['extension'] === extension;
  assert.ok(bodyOf({ vacation: reply }, { extensions: without('date', 'relational') }));
  const dated = { vacation: { ...reply, from: '2026-03-20' } };
  assert.throws(() => bodyOf(dated, { extensions: without('date') }), missing('date'));
  assert.throws(() => bodyOf({ vacation: reply }, { extensions: without('vacation') }), missing('vacation'));
  const conditions = [{ field: 'from' as const, contains: 'x' }];
  const rule = {
    name: '',
    enabled: true,
    match: 'all' as const,
    conditions,
    move_to: 'A',
    mark_read: false,
    stop: false,
  };
  assert.match(bodyOf({ rules: [rule] }, { extensions: without('mailbox') }).join(' '), / fileinto "A";/);
  assert.throws(() => bodyOf({ rules: [rule] }, { extensions: without('fileinto') }), missing('fileinto'));
});

test('settings are read back from the header, and a change made elsewhere is recognized', () => {
  const text = `“Ünï” \\ " ${'x '.repeat(400)}\n.dot\n#: {}\u2028😀`;
  const settings = { ...defaultSettings, vacation: { ...reply, text, days: 3 } };
  const script = filterScript(settings, context);
  assert.deepEqual(readOwnScript(script), { header: { kind: 'filters', settings }, isEdited: false });
  assert.equal(readOwnScript(script.replaceAll('\r\n', '\n').trimEnd())?.isEdited, false);
  assert.equal(readOwnScript(script.replace(':days 3', ':days 4'))?.isEdited, true);
  assert.equal(readOwnScript(script.replace('format 1', 'format 2'))?.isEdited, true);
  assert.deepEqual(readOwnScript(script.replace('#: {', '#: [')), { header: undefined, isEdited: true });
  assert.equal(readOwnScript('require ["vacation"];\r\n'), undefined);
});

test('texts that could break a script are not settings', () => {
  const isValid = (vacation: object) =>
    filterSettings.safeParse({ vacation: { ...reply, ...vacation }, rules: [] }).success;
  assert.ok(isValid({ text: 'a\r\n.\r\nb\t"\\' }));
  for (const bad of [
    { subject: 'a\nb' },
    { subject: 'a\u2028b' },
    { text: 'a\0b' },
    { text: 'x'.repeat(64 * 1024 + 1) },
    { text: '\ud800' },
    { from: '2026-02-30' },
    { days: 0 },
    { days: 31 },
  ])
    assert.ok(!isValid(bad), JSON.stringify(bad).slice(0, 40));
});
