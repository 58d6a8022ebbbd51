import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { z } from 'zod';
import { requestsByName } from '../daemon/contract.ts';
import { eventFields } from '../daemon/contract/events.ts';
import { describeSettings } from '../daemon/features/settings/description.ts';

const root = join(import.meta.dirname, '..');

/** Words that identifiers and file names do not use, and the word of docs/glossary.md that takes their place. */
const bannedWords: Record<string, string> = {
  ahead: 'prefetch, uncommitted, in advance',
  anybody: 'caller, client, user',
  bell: 'wake signal',
  bells: 'wake signals',
  bin: 'trash',
  binned: 'trashed',
  brake: 'cancel flag',
  deed: 'action',
  deeds: 'actions',
  door: 'connection, endpoint',
  doors: 'connections, endpoints',
  farewell: 'logout',
  heard: 'received',
  lane: 'purpose',
  lanes: 'connection pool',
  letter: 'message',
  letters: 'messages',
  nobody: 'no caller, none',
  riddle: 'the behaviour',
  said: 'reported, output, text',
  saw: 'observed',
  sight: 'caller scope, displayed',
  somebody: 'caller, client, user',
  tape: 'reader',
  tell: 'announce, report',
  telling: 'announcing',
  tells: 'announces, reports',
  told: 'reported, announced',
  whoever: 'caller, client, user',
  wish: 'request, options',
  wishes: 'requests, options',
};

/** Names that are fixed elsewhere: by the contract, by config.toml, and the names of sounds. */
const fixedNames = new Set([
  ...namesOfContract(),
  ...describeSettings().flatMap(({ key }) => key.split('.')),
  'bell',
  'brassBell',
]);

function namesOfContract(): string[] {
  const requests = [...requestsByName()];
  const names = requests.flatMap(([name, { errors = {} }]) => [...name.split('.'), ...Object.keys(errors)]);
  const add = (schema: unknown): void => {
    if (Array.isArray(schema)) schema.forEach(add);
    else if (typeof schema === 'object' && schema !== null) {
      if ('properties' in schema) names.push(...Object.keys(schema.properties as object));
      Object.values(schema).forEach(add);
    }
  };
  const schemas = requests.flatMap(([, { input, output }]) => [input, output]);
  for (const schema of [...schemas, ...Object.values(eventFields)].filter((each) => each instanceof z.ZodType))
    for (const io of ['input', 'output'] as const) add(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return names;
}

/** `sliceMs` and `slice-ms` as `slice` and `ms`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** What a source declares: variables, parameters, functions, types and properties, each with its line. */
function declaredNames(path: string, code: string): { name: string; line: number }[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const found: { name: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as ts.NamedDeclaration).name;
    const isDeclaration = name !== undefined && !ts.isPropertyAccessExpression(node) && !ts.isImportSpecifier(node);
    if (isDeclaration && ts.isIdentifier(name))
      found.push({ name: name.text, line: file.getLineAndCharacterOfPosition(name.getStart()).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function bannedIn(name: string): string | undefined {
  return fixedNames.has(name) ? undefined : wordsOf(name).find((word) => Object.hasOwn(bannedWords, word));
}

function sentence(where: string, name: string, word: string): string {
  return `${where} "${name}": not "${word}" but ${bannedWords[word]}`;
}

/** Sources of ours. Made-up mail and the texts of the page are content. */
const sources = globSync('{headless.ts,{daemon,bridge,headless,web,electron,testing,e2e}/**/*.{ts,tsx}}', {
  cwd: root,
  exclude: ['web/dist/**', 'web/i18n/messages.ts', 'e2e/glossary.test.ts'],
}).map((path) => path.replaceAll('\\', '/'));

describe('the words of docs/glossary.md', () => {
  test('name every file', () => {
    const faults = sources.flatMap((path) => {
      const word = bannedIn(basename(path).split('.')[0] ?? '');
      return word === undefined ? [] : [sentence(path, basename(path), word)];
    });
    assert.equal(faults.length, 0, faults.join('\n'));
  });

  test('name everything that a source declares', () => {
    const faults = sources.flatMap((path) =>
      declaredNames(path, readFileSync(join(root, path), 'utf8')).flatMap(({ name, line }) => {
        const word = bannedIn(name);
        return word === undefined ? [] : [sentence(`${path}:${line}`, name, word)];
      }),
    );
    assert.equal(faults.length, 0, faults.join('\n'));
  });

  test('a planted name is reported, and a name of the contract is not', () => {
    const names = declaredNames('planted.ts', 'type MailWish = { isTold: boolean }; const sliceMs = 10;');
    assert.deepEqual(
      names.map(({ name }) => bannedIn(name)),
      ['wish', 'told', undefined],
    );
    assert.equal(bannedIn('told_once'), undefined);
    assert.equal(bannedIn('message_id'), undefined);
  });
});
