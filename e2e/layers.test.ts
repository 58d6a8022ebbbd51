import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { projectSources, readSource, type Import, type Source } from './sources.ts';

/**
 * Who may import whom. A layer is a folder of daemon/ or of the project; `composition` is the files that lie directly
 * in daemon/ and the entries in daemon/workers/. Adding an edge is a design decision, not a fix.
 */
const mayImport = {
  base: [],
  contract: ['base'],
  safety: ['base', 'contract'],
  config: ['base', 'contract', 'safety'],
  store: ['base', 'contract', 'config', 'safety'],
  outgoing: ['base', 'contract', 'config'],
  demo: ['base', 'contract', 'config', 'outgoing', 'providers'],
  models: ['base', 'contract', 'config', 'safety', 'store', 'outgoing'],
  providers: ['base', 'contract', 'config', 'safety', 'store', 'outgoing'],
  oauth: ['base', 'contract', 'config', 'outgoing', 'providers'],
  mail: ['base', 'contract', 'config', 'safety', 'store', 'outgoing', 'models', 'providers', 'oauth'],
  features: ['base', 'contract', 'config', 'safety', 'store', 'outgoing', 'models', 'providers', 'oauth', 'mail'],
  notifications: ['base', 'contract', 'config', 'store', 'mail'],
  composition: [
    'base',
    'contract',
    'config',
    'safety',
    'store',
    'outgoing',
    'models',
    'providers',
    'oauth',
    'mail',
    'features',
    'notifications',
    'demo',
  ],
  fronts: ['base', 'contract', 'config', 'composition'],
  bridge: ['base', 'contract', 'config', 'composition'],
  headless: [
    'base',
    'contract',
    'config',
    'providers',
    'oauth',
    'notifications',
    'demo',
    'composition',
    'fronts',
    'bridge',
  ],
  electron: ['base', 'contract', 'config', 'notifications', 'demo', 'composition', 'fronts', 'bridge', 'headless'],
  web: [],
} as const satisfies Record<string, readonly string[]>;
type Layer = keyof typeof mayImport;

/** Files of the composition whose types features may name. */
const compositionTypes = /^daemon\/((core|feature|handler-types|account-loops|reader-calls)\.ts|workers\/)/;

/** Edges that the table does not have, because they are types only or happen at build time. */
const allowedExceptions: ((path: string, to: Import) => boolean)[] = [
  // A feature names the types of the core, of handlers and of workers; it receives their values.
  (path, to) => layerOf(path) === 'features' && to.isTypeOnly && compositionTypes.test(to.from),
  // The fake provider serves the mail of the demo.
  (path, to) => path.startsWith('daemon/providers/fake/') && to.from.startsWith('daemon/demo/'),
  // The page knows the daemon's rows as types; its map of addresses is made while it is built.
  (path, to) => layerOf(path) === 'web' && to.isTypeOnly,
  (path, to) => path === 'web/vite.config.ts' && to.from === 'daemon/contract.ts',
];

/** Packages that have one place. */
const packageLocations: Record<string, RegExp> = {
  electron: /^electron\//,
  'electron-updater': /^electron\//,
  keytar: /^daemon\/config\/|^(e2e|testing)\//,
  'node-notifier': /^headless\/notifications\//,
  // The bare programs that benchmarks compare with are made of the same parts.
  express: /^bridge\/|^e2e\/bench\/peers\//,
  ws: /^bridge\/|^(e2e|testing)\/|\.test\.ts$/,
  'better-sqlite3': /^daemon\/store\/|^e2e\/bench\/peers\//,
  'openid-client': /^daemon\/oauth\//,
  undici: /^daemon\/outgoing\//,
  '@modelcontextprotocol/server': /^daemon\/fronts\/mcp\//,
  '@modelcontextprotocol/node': /^daemon\/fronts\/mcp\//,
  'ical.js': /^daemon\/mail\/ical\/|^(e2e|testing)\//,
  imapflow: /^daemon\/providers\/imap\/|^(e2e|testing)\/|\.test\.ts$/,
  'onnxruntime-node': /^daemon\/models\//,
  '@huggingface/tokenizers': /^daemon\/models\//,
  nodemailer: /^daemon\/providers\/smtp\/|^(e2e|testing)\//,
};

/** Where the machine's time may be asked for: the clock itself, and the default of an id. */
const clockReaders = ['daemon/base/clock.ts', 'daemon/base/ids.ts'];

function layerOf(path: string): Layer | undefined {
  const [top = '', second = '', third] = path.split('/');
  if (top === 'headless.ts') return 'headless';
  const name = top !== 'daemon' ? top : third === undefined || second === 'workers' ? 'composition' : second;
  return name in mayImport ? (name as Layer) : undefined;
}

/** A test, or what tests stand on: `test-*.ts`. */
const isTest = (path: string) => /(\.test\.tsx?|\/test-[^/]+\.ts)$/.test(path);
/** The layers of the page, from the lowest up; files directly in web/ put them together. Folders of one layer may import each other. */
const webLayers = [['api', 'i18n'], ['design'], ['keyboard'], ['data'], ['features'], ['shell']];

function webLayerOf(path: string): number {
  const [, folder = '', file] = path.split('/');
  return file === undefined ? webLayers.length : webLayers.findIndex((layer) => layer.includes(folder));
}

const isOurs = (from: string) => /^(daemon|bridge|headless|web|electron|testing|e2e)\/|^headless\.ts$/.test(from);
const featureOf = (path: string) => /^daemon\/features\/([^/]+)\//.exec(path)?.[1];

/** What a source does that the rules above do not allow, one sentence each. Tests may import from any layer. */
function faultsOf({ path, imports, texts, clockReads }: Source): string[] {
  const faults = imports.flatMap((to) => [
    ...(isOurs(to.from) && !isEdgeAllowed(path, to) ? [`${path} may not import ${to.from}`] : []),
    ...(packageLocations[to.from]?.test(path) === false ? [`${path} may not use the package ${to.from}`] : []),
  ]);
  if (isTest(path)) return faults;
  if (path.startsWith('bridge/')) {
    const addresses = texts.filter((text) => /^(\/api\/v1)?\/(mail|platform|admin)\b/.test(text));
    faults.push(...addresses.map((text) => `${path} names the address ${text}, which belongs to a contract row`));
  }
  if (path.startsWith('daemon/') && !clockReaders.includes(path)) {
    faults.push(...clockReads.map((line) => `${path}:${line} asks the machine for the time instead of its clock`));
  }
  return faults;
}

function isEdgeAllowed(path: string, to: Import): boolean {
  if (/^(e2e|testing)\//.test(path) || isTest(path)) return true;
  if (isTest(to.from)) return false;
  if (allowedExceptions.some((allows) => allows(path, to))) return true;
  const [from, target] = [layerOf(path), layerOf(to.from)];
  if (from === undefined || target === undefined) return false;
  if (from === 'web' && target === 'web') return webLayerOf(to.from) >= 0 && webLayerOf(to.from) <= webLayerOf(path);
  if (from === target) return featureOf(path) === featureOf(to.from);
  return (mayImport[from] as readonly Layer[]).includes(target);
}

test('every import of the project goes down, and each package stays in its place', () => {
  const sources = projectSources(join(import.meta.dirname, '..'));
  const tops = new Set(sources.map(({ path }) => path.split('/')[0]));
  for (const top of ['daemon', 'bridge', 'headless', 'web', 'electron', 'e2e', 'headless.ts'])
    assert.ok(tops.has(top), top);
  assert.deepEqual(sources.flatMap(faultsOf), []);
});

test('no file imports itself by way of others, not even for types', () => {
  const sources = projectSources(join(import.meta.dirname, '..'));
  assert.deepEqual(importCycles(sources), []);
});

/** Files that import each other in a circle, one list for each circle (Tarjan's strongly connected components). */
function importCycles(sources: readonly Pick<Source, 'path' | 'imports'>[]): string[][] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports.map(({ from }) => from)]));
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const index = indexes.size;
    indexes.set(path, index);
    lowest.set(path, index);
    stack.push(path);
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue;
      if (!indexes.has(next)) lowest.set(path, Math.min(lowest.get(path) ?? index, visit(next)));
      else if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path) ?? index, indexes.get(next) ?? index));
    }
    if (lowest.get(path) === index) {
      const members = stack.splice(stack.lastIndexOf(path));
      if (members.length > 1 || importsOf.get(path)?.includes(path)) cycles.push(members.toSorted());
    }
    return lowest.get(path) ?? index;
  };
  for (const path of importsOf.keys()) if (!indexes.has(path)) visit(path);
  return cycles;
}

describe('the guard itself', () => {
  const planted: [path: string, code: string, isFault: boolean][] = [
    ['daemon/base/clock.ts', `import { x } from '../contract/fields.ts';`, true],
    ['daemon/store/open.ts', `import { x } from '../base/clock.ts';`, false],
    ['daemon/store/open.ts', `export { x } from '../mail/threads.ts';`, true],
    ['daemon/mail/threads/threads.ts', `const x = await import('../../features/snooze/store.ts');`, true],
    ['daemon/features/snooze/store.ts', `import type { X } from '../search/contract.ts';`, true],
    ['daemon/features/snooze/store.ts', `import { x } from './wake.ts';`, false],
    ['daemon/features/snooze/handlers.ts', `import type { Handlers } from '../../handler-types.ts';`, false],
    ['daemon/features/snooze/handlers.ts', `import { type Handlers } from '../../handler-types.ts';`, true],
    ['daemon/features/snooze/handlers.ts', `import type { Dispatch } from '../../dispatch.ts';`, true],
    ['daemon/features/snooze/snooze.test.ts', `import { open } from '../../daemon.ts';`, false],
    ['daemon/handler-types.ts', `import type { Account } from './mail/accounts.ts';`, false],
    ['daemon/unheard-of/x.ts', `import { x } from '../base/clock.ts';`, true],
    ['daemon/mail/threads/threads.ts', `import { x } from './threads.test.ts';`, true],
    ['daemon/mail/threads/threads.ts', `import { x } from '../providers/imap/test-mailbox.ts';`, true],
    [
      'daemon/providers/imap/test-dovecot-mailbox.ts',
      `import { x } from '../../../testing/servers/dovecot.ts';`,
      false,
    ],
    ['daemon/workers/ingest.ts', `import { x } from '../mail/threads.ts';`, false],
    ['daemon/mail/threads/threads.ts', `let x: import('../../workers/ingest.ts').X;`, true],
    ['bridge/routes.ts', `import { contract } from '../daemon/contract.ts';`, false],
    ['bridge/routes.ts', `import { x } from '../daemon/features/snooze/contract.ts';`, true],
    ['bridge/routes.ts', `import { x } from '../daemon/store/open.ts';`, true],
    ['bridge/routes.ts', `const path = '/mail/search';`, true],
    ['bridge/routes.ts', 'const path = `/platform/${name}`;', true],
    ['bridge/routes.ts', `const path = '/events';`, false],
    ['bridge/routes.test.ts', `const path = '/mail/search';`, false],
    ['daemon/daemon.ts', `import { serve } from '../bridge/server.ts';`, true],
    ['headless.ts', `import { serve } from './bridge/server.ts';`, false],
    ['electron/utility.ts', `import { startHeadless } from '../headless.ts';`, false],
    ['headless.ts', `import { x } from './electron/main.ts';`, true],
    ['headless/start.ts', `import { x } from '../bridge/server.ts';`, false],
    ['headless/start.ts', `import { x } from '../daemon/features/admin/status.ts';`, true],
    ['bridge/server.ts', `import { x } from '../headless/start.ts';`, true],
    ['web/api/client.ts', `import type { Contract } from '../../daemon/contract.ts';`, false],
    ['web/api/client.ts', `import { contract } from '../../daemon/contract.ts';`, true],
    ['web/vite.config.ts', `import { contract } from '../daemon/contract.ts';`, false],
    ['web/features/search/search-box.tsx', `import { x } from '../../data/services.ts';`, false],
    ['web/data/services.ts', `import { x } from '../features/search/search-box.tsx';`, true],
    ['web/design/page.tsx', `import { x } from '../keyboard/use-keys.ts';`, true],
    ['web/main.tsx', `import { x } from './shell/router.tsx';`, false],
    ['daemon/base/log.ts', `import { app } from 'electron';`, true],
    ['daemon/fronts/tcp.ts', `import ws from 'ws';`, true],
    ['daemon/mail/accounts/accounts.ts', `import Database from 'better-sqlite3';`, true],
    ['daemon/store/db.ts', `import Database from 'better-sqlite3';`, false],
    ['daemon/providers/smtp/send.ts', `import { createTransport } from 'nodemailer/lib/x';`, false],
    ['daemon/providers/imap/session.test.ts', `import { ImapFlow } from 'imapflow';`, false],
    ['daemon/mail/threads/threads.ts', `import { ImapFlow } from 'imapflow';`, true],
    ['daemon/mail/threads/threads.ts', `const now = Date.now();`, true],
    ['daemon/mail/threads/threads.ts', `const now = new Date();`, true],
    ['daemon/mail/threads/threads.ts', `const then = new Date(header); // not Date.now()`, false],
    ['daemon/base/clock.ts', `const now = new Date();`, false],
  ];
  test('reports a cycle of types', () => {
    const cycle = [
      readSource('daemon/mail/one.ts', `import type { Two } from './two.ts';`),
      readSource('daemon/mail/two.ts', `import type { One } from './one.ts';`),
      readSource('daemon/mail/three.ts', `import { one } from './one.ts';`),
    ];
    assert.deepEqual(importCycles(cycle), [['daemon/mail/one.ts', 'daemon/mail/two.ts']]);
  });
  for (const [path, code, isFault] of planted) {
    test(`${isFault ? 'reports' : 'allows'} in ${path}: ${code}`, () => {
      assert.equal(faultsOf(readSource(path, code)).length, isFault ? 1 : 0);
    });
  }
});
