import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { parseDocument } from 'yaml';
import { z } from 'zod';

// The workflows are read as a runner reads them. The schema is that of GitHub's documentation of the workflow syntax, as far as
// the workflows use it: another key is a mistake until it is added here. It was compared by hand with github-workflow.json of
// SchemaStore: it accepts nothing that is refused there, except the permission `attestations` and runners that are newer.

const project = join(import.meta.dirname, '..', '..');
const folder = join(project, '.github', 'workflows');
const names = readdirSync(folder);

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const environment = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), scalar);
const permission = z.enum(['read', 'write', 'none']);
const permissions = z.strictObject({
  contents: permission.optional(),
  'id-token': z.enum(['write', 'none']).optional(),
  attestations: permission.optional(),
});
const stepFields = {
  name: z.string().optional(),
  if: z.string().optional(),
  env: environment.optional(),
};
const step = z.union([
  z.strictObject({
    ...stepFields,
    // A commit, because a tag can be moved.
    uses: z.string().regex(/^actions\/[\w-]+@[0-9a-f]{40}$/),
    with: z.record(z.string(), scalar).optional(),
  }),
  z.strictObject({
    ...stepFields,
    run: z.string().min(1),
    shell: z.enum(['bash', 'pwsh']).optional(),
    'working-directory': z.string().optional(),
  }),
]);
const concurrency = z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean().optional() });
const job = z.strictObject({
  name: z.string(),
  needs: z.string().optional(),
  strategy: z
    .strictObject({ 'fail-fast': z.boolean().optional(), matrix: z.record(z.string(), z.array(z.unknown()).min(1)) })
    .optional(),
  'runs-on': z.string(),
  container: z.string().optional(),
  environment: z.string().optional(),
  // The default of six hours would hide a job that hangs.
  'timeout-minutes': z.number().int().min(1).max(360),
  permissions: permissions.optional(),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal('bash') }) }).optional(),
  env: environment.optional(),
  steps: z.array(step).min(1),
});
const patterns = z.array(z.string().min(1)).min(1);
const events = z.strictObject({
  push: z.strictObject({ branches: patterns.optional(), tags: patterns.optional() }).optional(),
  pull_request: z.null().optional(),
  schedule: z.array(z.strictObject({ cron: z.string().regex(/^\S+( \S+){4}$/) })).optional(),
  workflow_dispatch: z.null().optional(),
});
const workflow = z.strictObject({
  name: z.string(),
  on: events,
  permissions,
  concurrency,
  jobs: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), job),
});
type Job = z.output<typeof job>;
type Step = Job['steps'][number];

function readWorkflow(name: string) {
  // YAML 1.2, as the runner reads it: `on` is a text, and a key may come once.
  const text = readFileSync(join(folder, name), 'utf8');
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  for (const line of text.split('\n').filter((each) => /^\s*(- )?uses:/.test(each)))
    assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, `the version is beside the commit in ${name}`);
  assert.deepEqual([...document.errors, ...document.warnings], [], name);
  const { data, error } = workflow.safeParse(document.toJS());
  assert.ok(data, `${name}: ${error && z.prettifyError(error)}`);
  return data;
}

/** The contexts of an expression in each place (GitHub: "Context availability"). */
const stepContexts = ['github', 'needs', 'strategy', 'matrix', 'job', 'runner', 'env', 'vars', 'secrets', 'steps'];
const contextsIn = {
  concurrency: ['github', 'vars'],
  jobName: ['github', 'needs', 'strategy', 'matrix', 'vars'],
  jobEnv: ['github', 'needs', 'strategy', 'matrix', 'vars', 'secrets'],
  stepIf: stepContexts.filter((name) => name !== 'secrets'),
  step: stepContexts,
} as const;

const functions = ['startsWith', 'endsWith', 'contains', 'format', 'always', 'success', 'failure', 'cancelled'];

/** The expressions in a text. Fails for one that is not closed. */
function expressionsIn(text: string): string[] {
  assert.equal(text.split('${{').length, text.split('}}').length, `an expression is not closed: ${text}`);
  return [...text.matchAll(/\$\{\{(.*?)\}\}/gs)].map(([, inside = '']) => inside.trim());
}

/** Fails for a context or a function that does not exist in that place, and for a key that the matrix does not have. */
function checkExpression(text: string, contexts: readonly string[], { strategy }: Pick<Job, 'strategy'>): void {
  const bare = text.replaceAll(/'(?:[^']|'')*'/g, "''");
  assert.doesNotMatch(bare, /["`]/, `texts of expressions are in single quotes: ${text}`);
  for (const [, name = ''] of bare.matchAll(/(?<![\w.-])([A-Za-z_][\w-]*)\s*\(/g))
    assert.ok(functions.includes(name), `${name}() in ${text}`);
  for (const [, context = '', key = ''] of bare.matchAll(
    /(?<![\w.-])([A-Za-z_][\w-]*)(?:\.([\w-]+))?(?![\w-]*\s*\()/g,
  )) {
    if (['true', 'false', 'null'].includes(context)) continue;
    assert.ok(contexts.includes(context), `${context} in ${text}`);
    if (context === 'matrix') assert.ok(matrixKeys(strategy).includes(key), `matrix.${key} in ${text}`);
  }
}

function matrixKeys(strategy: Job['strategy']): string[] {
  const { include = [], ...own } = strategy?.matrix ?? {};
  // A key that only some entries have is empty in the others.
  const keys = include.map((entry) => Object.keys(entry as object).toSorted());
  for (const each of keys) assert.deepEqual(each, keys[0]);
  return [...Object.keys(own), ...(keys[0] ?? [])];
}

const texts = (values: Record<string, unknown> = {}) => Object.values(values).map(String);

function checkExpressions(each: Job): void {
  const check = (text: string | undefined, contexts: readonly string[]) => {
    for (const expression of expressionsIn(text ?? '')) checkExpression(expression, contexts, each);
  };
  for (const text of [each.name, each['runs-on'], each.container]) check(text, contextsIn.jobName);
  for (const text of texts(each.env)) check(text, contextsIn.jobEnv);
  for (const one of each.steps) {
    if (one.if !== undefined) checkExpression(one.if, contextsIn.stepIf, each);
    const commands = 'run' in one ? [one.run, one['working-directory']] : texts(one.with);
    for (const text of [one.name, ...commands, ...texts(one.env)]) check(text, contextsIn.step);
    // A value that a contributor chooses, such as the title of a pull request, must not become part of a command.
    if ('run' in one)
      assert.deepEqual(
        expressionsIn(one.run).filter((text) => !text.startsWith('matrix.')),
        [],
        one.run,
      );
  }
}

const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Fails if a command names a script, a program or a test that does not exist. */
function checkCommands(each: Extract<Step, { run: string }>): void {
  if (each.shell !== 'pwsh') {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: each.run.replaceAll(/\$\{\{.*?\}\}/gs, 'x') });
    assert.equal(status, 0, String(stderr));
  }
  for (const [, script = ''] of each.run.matchAll(/\bnpm (?:run )?(test|build|package|soak|bench|\w+)\b/g))
    assert.ok(script in manifest.scripts, `npm ${script} in ${each.run}`);
  for (const [path] of each.run.matchAll(/(?<![\w/$.-])\.?(?:ci|resources)\/[\w./-]+/g)) {
    assert.ok(existsSync(join(project, path)), `${path} in ${each.run}`);
    if (!path.endsWith('.mjs')) accessSync(join(project, path), constants.X_OK);
  }
  for (const [, words = ''] of each.run.matchAll(/\bnpm test -- (.*)/g))
    for (const word of words.split(' ').filter((part) => !part.startsWith('-')))
      assert.ok(
        globSync('{daemon,bridge,headless,electron,web,e2e,clients}/**/*.test.ts', { cwd: project }).some((path) =>
          path.replaceAll('\\', '/').includes(word),
        ),
        `no test has ${word} in its path`,
      );
}

const linesOf = (command: string) => command.split('\n').map((line) => line.trim());

suite('the workflows', () => {
  for (const name of names)
    test(`${name}: the runner knows every key, expression, script and test`, (t) => {
      const { jobs, concurrency: group, ...rest } = readWorkflow(name);
      assert.equal(rest.permissions.contents, 'read', 'a job that writes says so itself');
      for (const text of expressionsIn(group.group)) checkExpression(text, contextsIn.concurrency, {});
      for (const each of Object.values(jobs)) {
        if (each.needs !== undefined) assert.ok(each.needs in jobs);
        checkExpressions(each);
        for (const one of each.steps) {
          if (!('run' in one)) continue;
          if (process.platform === 'win32') return t.skip('commands are checked with bash');
          checkCommands(one);
        }
        const [first] = each.steps;
        assert.ok(first && 'uses' in first && first.uses.startsWith('actions/checkout@'));
        assert.equal(first.with?.['persist-credentials'], false);
      }
    });

  test('macOS and Windows run only tests that need a real system, in 20 minutes; Linux runs all', () => {
    const { jobs } = readWorkflow('test.yml');
    for (const each of Object.values(jobs)) {
      const systems = each.strategy?.matrix['system'] ?? [each['runs-on']];
      const commands = each.steps.flatMap((one) => ('run' in one ? [one.run] : []));
      if (systems.every((system) => String(system).startsWith('ubuntu'))) {
        assert.ok(commands.includes('bash .ci/run'));
        continue;
      }
      assert.ok(each['timeout-minutes'] <= 20);
      assert.deepEqual(
        commands.filter((command) => !/^npm test -- \S/.test(command)),
        [],
      );
    }
  });

  test('each package is made for the processor of its runner, with a keychain module that loads, and is started', () => {
    for (const name of ['package.yml', 'release.yml']) {
      const { package: packaging } = readWorkflow(name).jobs;
      const entries = (packaging?.strategy?.matrix['include'] ?? []) as { name: string; system: string }[];
      assert.deepEqual(
        entries.map(({ system }) => system),
        ['ubuntu-22.04', 'ubuntu-22.04-arm', 'macos-15', 'windows-2025'],
        'no moving runner builds what is released',
      );
      const commands = (packaging?.steps ?? []).map((one) => ('run' in one ? one.run : one.uses));
      const order = [
        'resources/packaging/keychain.sh',
        '$SCREEN npm test -- e2e/app/electron',
        'npm run package',
        'node resources/packaging/check-keychain.mjs --packed dist/packages',
        '$SCREEN npm test -- e2e/app/electron --test-name-pattern=packed',
      ];
      const positions = order.map((command) => commands.findLastIndex((each) => linesOf(each).includes(command)));
      assert.deepEqual(
        positions,
        positions.toSorted((one, other) => one - other),
        name,
      );
      assert.ok(!positions.includes(-1), `${name}: ${positions.join()}`);
    }
  });

  test('what a release uploads is what its draft downloads', () => {
    const { jobs } = readWorkflow('release.yml');
    const uploads = (jobs['package']?.steps ?? []).flatMap((one) =>
      'uses' in one && one.uses.startsWith('actions/upload-artifact') ? [String(one.with?.['name'])] : [],
    );
    assert.ok(uploads.length > 0 && uploads.every((name) => name.startsWith('packages-')), uploads.join());
    const download = jobs['draft']?.steps.find(
      (one) => 'uses' in one && one.uses.startsWith('actions/download-artifact'),
    );
    assert.equal(download && 'uses' in download && download.with?.['pattern'], 'packages-*');
  });
});
