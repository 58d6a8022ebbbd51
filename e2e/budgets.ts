/**
 * `node e2e/budgets.ts [NAME ...] [--write | --prepare]`: measures the speed budgets of `budgets.json`, or the named ones, on 5,000
 * synthetic messages. Each compares Posthorn with a plain Node peer, as the benchmark of the same subject does: five pairs,
 * Posthorn and peer in turns, and the median of each side. Ratios are stored because they depend less on the machine than
 * times do.
 *
 * A ratio above 1.5 times the stored one is measured again, with five new pairs, and fails the second time. `--write`
 * stores the measured ratios instead, and `--prepare` only makes the mail that is measured. A change of a stored ratio is a decision, and its commit states the reason.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { maildirOf, warm } from './bench/mail/maildir.ts';
import { budgetNames, measurePairs, type BudgetName, type MeasuredPairs } from './bench/posthorn/budget-pairs.ts';
import { bundleError } from './bench/posthorn/bundle.ts';
import { copyHome, preparedHome } from './bench/posthorn/prepared-home.ts';
import {
  failureMessage,
  hintMessage,
  limitOf,
  ratioOf,
  remeasureMessage,
  shortRatio,
  budgetVerdict,
  withRatios,
  type Budget,
  type Pairs,
  type Verdict,
} from './bench/report/budget.ts';
import { median, printTable } from './bench/report/table.ts';

const messages = 5_000;
const pairCount = 5;

const file = join(import.meta.dirname, 'budgets.json');

/** The unit of every budget's values and the name of its peer. */
const unitAndPeer: Record<BudgetName, { unit: string; peer: string }> = {
  start: { unit: 'ms', peer: 'node listening' },
  'idle-memory': { unit: 'MB', peer: 'bare express' },
  import: { unit: 's', peer: 'bare insert' },
  search: { unit: 'ms', peer: 'bare express' },
  page: { unit: 'ms', peer: 'bare express' },
};

const stored = z.array(
  z.strictObject({ name: z.enum(budgetNames), compares: z.string().min(1), ratio: z.number().positive() }),
);

process.exitCode = await main();

async function main(): Promise<number> {
  // The compile cache of the parent task would be used in place of the one in the daemon's data folder.
  delete process.env['NODE_COMPILE_CACHE'];
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false }, prepare: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const error = nameError(positionals) ?? (await bundleError());
  if (error) {
    console.error(error);
    return 1;
  }
  if (values.prepare) {
    await preparedHome(maildirOf('S', messages));
    return 0;
  }
  const began = performance.now();
  const all = readBudgets();
  const requested = all
    .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    .filter(isMeasurable);
  const found = await measureAll(requested, values.write);
  print(requested, found);
  console.log(`Measured in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  return values.write ? write(all, found) : judge(requested, found);
}

function nameError(requested: readonly string[]): string | undefined {
  const unknown = requested.find((name) => !budgetNames.some((each) => each === name));
  return unknown === undefined
    ? undefined
    : `There is no budget named ${unknown}: there are ${budgetNames.join(', ')}.`;
}

type StoredBudget = Budget & { name: BudgetName };

function readBudgets(): StoredBudget[] {
  const all = stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  const missing = budgetNames.find((name) => !all.some((budget) => budget.name === name));
  if (missing !== undefined) throw new Error(`e2e/budgets.json has no budget named ${missing}.`);
  return all;
}

function isMeasurable({ name }: StoredBudget): boolean {
  const isPossible = name !== 'idle-memory' || process.platform === 'linux';
  if (!isPossible) console.log(`skipped: the budget "${name}" is read from /proc, which only Linux has.`);
  return isPossible;
}

/** The pairs of every budget. Budgets above their limits are measured again unless they are to be stored. */
async function measureAll(budgets: readonly StoredBudget[], isWriting: boolean): Promise<MeasuredPairs> {
  const maildir = maildirOf('S', messages);
  warm(maildir);
  const home = copyHome(await preparedHome(maildir));
  const measure = (some: readonly StoredBudget[]) =>
    measurePairs(
      some.map(({ name }) => name),
      { maildir, home, pairs: pairCount },
    );
  try {
    const first = await measure(budgets);
    const above = isWriting ? [] : budgets.filter((budget) => verdictOf(budget, first) === 'above');
    if (above.length === 0) return first;
    for (const budget of above) console.log(remeasureMessage(budget, ratioIn(first, budget.name)));
    return new Map([...first, ...(await measure(above))]);
  } finally {
    home.remove();
  }
}

function pairsIn(found: MeasuredPairs, name: BudgetName): Pairs {
  return found.get(name) ?? { ours: [], peer: [] };
}

function ratioIn(found: MeasuredPairs, name: BudgetName): number {
  return ratioOf(pairsIn(found, name));
}

function verdictOf(budget: StoredBudget, found: MeasuredPairs): Verdict {
  return budgetVerdict(budget, ratioIn(found, budget.name));
}

function print(budgets: readonly StoredBudget[], found: MeasuredPairs): void {
  const rows = budgets.map((budget) => {
    const { unit, peer } = unitAndPeer[budget.name];
    const { ours, peer: theirs } = pairsIn(found, budget.name);
    const value = (values: readonly number[]) => `${median(values).toPrecision(3)} ${unit}`;
    const ratios = [ratioIn(found, budget.name), budget.ratio, limitOf(budget)].map(shortRatio);
    return [budget.name, value(ours), `${peer} ${value(theirs)}`, ...ratios];
  });
  printTable(`Speed budgets on ${messages} messages, median of ${pairCount} pairs`, [
    ['NAME', 'posthorn', 'peer', 'ratio', 'stored', 'limit'],
    ...rows,
  ]);
}

function judge(budgets: readonly StoredBudget[], found: MeasuredPairs): number {
  const failed = budgets.filter((budget) => verdictOf(budget, found) === 'above');
  for (const budget of failed) console.error(failureMessage(budget, ratioIn(found, budget.name)));
  for (const budget of budgets.filter((each) => verdictOf(each, found) === 'far below'))
    console.log(hintMessage(budget, ratioIn(found, budget.name)));
  return failed.length > 0 ? 1 : 0;
}

function write(all: readonly StoredBudget[], found: MeasuredPairs): number {
  const ratios = new Map([...found.keys()].map((name) => [name, ratioIn(found, name)]));
  const unusable = [...ratios].find(([, ratio]) => !Number.isFinite(ratio));
  if (unusable)
    throw new Error(`The ratio of the budget "${unusable[0]}" is not a number, so that nothing was stored.`);
  writeFileSync(file, `${JSON.stringify(withRatios(all, ratios), null, 2)}\n`);
  console.log(`Stored the ratios of ${[...ratios.keys()].join(', ')} in e2e/budgets.json.`);
  return 0;
}
