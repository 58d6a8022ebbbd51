import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { describeSettings } from '../daemon/features/settings/description.ts';

/** The program, without its tests, the description of the settings, and what lists or shows settings. */
const sources = '{headless.ts,{daemon,bridge,headless,electron,web}/**/*.{ts,tsx}}';
const isLeftOut = (path: string) =>
  /\.test\.tsx?$|\/test-[^/]+\.ts$|\/contract\.ts$/.test(path) ||
  /^daemon\/(config\/schema|contract|demo|features\/settings)\/|^web\/(i18n|dist|features\/settings)\//.test(path) ||
  ['web/data/settings/setting-pages.ts', 'daemon/features/accounts/accounts-config.ts'].includes(path);

/** Where the values of a table are read that the program passes on as a whole. */
const receivers: Record<string, RegExp> = {
  'agents.profiles.agent': /^daemon\/safety\//,
  'agents.profiles.mcp': /^daemon\/safety\//,
  'accounts.<key>.folders': /^daemon\/providers\/imap\//,
  'accounts.<key>.sync': /^daemon\/(providers|mail\/accounts)\//,
  'accounts.<key>.send': /^daemon\/(providers|mail\/accounts)\//,
  authentication: /^daemon\/features\/messages\//,
  search: /^daemon\/features\/search\//,
  'activity.retention': /^daemon\/(mail|features)\/activity\//,
  bridge: /^bridge\//,
  safety: /^daemon\/mail\/safety-check\//,
};

/** A source, and the names it takes out of objects: members, parts of patterns, and texts. */
type Reader = { path: string; names: ReadonlySet<string> };

function readersIn(root: string): Reader[] {
  const paths = globSync(sources, { cwd: root, exclude: ['**/*.d.ts'] }).map((path) => path.replaceAll('\\', '/'));
  return paths.filter((path) => !isLeftOut(path)).map((path) => ({ path, names: namesIn(join(root, path)) }));
}

function namesIn(path: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    else if (ts.isBindingElement(node)) {
      const key = node.propertyName ?? node.name;
      if (ts.isIdentifier(key)) names.add(key.text);
    } else if (ts.isStringLiteralLike(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  return names;
}

/** The sources that read a key: by its whole name, or by the names of its tables and its own. */
function readersOf(readers: readonly Reader[], key: string): string[] {
  const names = key.split('.');
  const receiver = Object.entries(receivers).find(([table]) => key.startsWith(`${table}.`));
  const inside = receiver ? names.slice(receiver[0].split('.').length) : [];
  const isRead = ({ path, names: known }: Reader) =>
    known.has(key) ||
    names.filter((name) => name !== '<key>').every((name) => known.has(name)) ||
    (receiver?.[1].test(path) === true && inside.every((name) => known.has(name)));
  return readers.filter(isRead).map(({ path }) => path);
}

const root = join(import.meta.dirname, '..');

test('a setting is in effect exactly if the program reads it', () => {
  const readers = readersIn(root);
  const settings = describeSettings().map(({ key, only_with_type: type, in_effect }) => ({
    name: type === null ? key : `${key} (${type})`,
    in_effect,
    readers: readersOf(readers, key),
  }));
  const unread = settings.filter((each) => each.in_effect && each.readers.length === 0).map(({ name }) => name);
  assert.deepEqual(unread, [], 'These are marked as in effect, and nothing reads them: see notInEffect.');
  const isProviderKey = (name: string) => /\((gmail|outlook_personal|outlook_work)\)$/.test(name);
  const read = settings.filter((each) => !each.in_effect && each.readers.length > 0 && !isProviderKey(each.name));
  assert.deepEqual(read, [], 'These are marked as not in effect, and something reads them: take notInEffect away.');
});

test('the keys of a provider are in effect exactly if there is the provider', () => {
  const providers = readdirNames(join(root, 'daemon/providers'));
  for (const { key, only_with_type: type, in_effect } of describeSettings()) {
    if (type === null) continue;
    assert.equal(in_effect, providers.has(type.replace(/_.*/, '')), `${key} (${type})`);
  }
});

function readdirNames(folder: string): Set<string> {
  return new Set(globSync('*/', { cwd: folder }).map((name) => name.replaceAll(/[\\/]/g, '')));
}
