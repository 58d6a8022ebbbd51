import { join } from 'node:path';
import type { Home } from '../../daemon-process.ts';
import type { Maildir } from '../mail/maildir.ts';
import { bareInsertSeconds } from '../peers/bare-insert-run.ts';
import { bareListenRun, bareMailboxBytes } from '../peers/bare-run.ts';
import type { Pairs } from '../report/budget.ts';
import { bothAnswers, assertSame, withBareMailbox, type OursAndTheirs } from './bare-comparison.ts';
import { importSeconds } from './import-run.ts';
import { connectionTo, type Connection } from './http.ts';
import { medianAnswer, type Page } from './load.ts';
import { copyHome } from './prepared-home.ts';
import { commonWord, firstPage } from './queries.ts';
import { startMilliseconds, startRun } from './start-run.ts';

export const budgetNames = ['start', 'idle-memory', 'import', 'search', 'page'] as const;
export type BudgetName = (typeof budgetNames)[number];

/** The measured values of some budgets: milliseconds, seconds for an import, and megabytes of memory. */
export type MeasuredPairs = ReadonlyMap<BudgetName, Pairs>;

type Subject = {
  maildir: Maildir;
  /** A Posthorn that has imported the Maildir. */
  home: Home;
  pairs: number;
};

/** After this many answers neither side becomes faster. */
const warmUpAnswers = 600;
const measuredAnswers = 150;

const searchPage: Page = {
  path: '/mail/search',
  fields: { q: commonWord(), sort: 'recent', scope: 'messages', limit: 50, exact: 'false' },
};

/** Measures some budgets, Posthorn and the peer in turns. */
export async function measurePairs(wanted: readonly BudgetName[], subject: Subject): Promise<MeasuredPairs> {
  return new Map<BudgetName, Pairs>([
    ...(await startPairs(wanted, subject)),
    ...(await memoryPairs(wanted, subject, () => importPairs(wanted, subject))),
    ...(await answerPairs(wanted, subject)),
  ]);
}

async function startPairs(wanted: readonly BudgetName[], { home, pairs }: Subject): Promise<MeasuredPairs> {
  const start = emptyPairs();
  const all = wantedOnly(wanted, { start });
  for (let pair = 0; pair < pairs && all.size > 0; pair++) {
    start.ours.push(await startMilliseconds(home));
    start.peer.push(await bareListenRun());
  }
  return all;
}

/**
 * Memory at rest does not depend on speed, so all processes of a side come to rest at the same time. They need some seconds
 * to return memory then, and hardly any processor time: `others` are measured meanwhile, and returned as well.
 */
async function memoryPairs(
  wanted: readonly BudgetName[],
  { home, pairs }: Subject,
  others: () => Promise<MeasuredPairs>,
): Promise<MeasuredPairs> {
  const memory = emptyPairs();
  const all = wantedOnly(wanted, { 'idle-memory': memory });
  if (all.size === 0) return others();
  const allAtRest = Promise.withResolvers<void>();
  const measured = allAtRest.promise.then(others);
  let resting = 0;
  const atRest = () => {
    if (++resting === pairs) allAtRest.resolve();
    return measured;
  };
  const homes = Array.from({ length: pairs }, () => copyHome(home));
  try {
    const ours = await Promise.all(homes.map((each) => startRun(each, atRest)));
    const theirs = await Promise.all(homes.map(bareMailboxBytes));
    memory.ours.push(...ours.map(({ idleBytes }) => idleBytes / 1e6));
    memory.peer.push(...theirs.map((bytes) => bytes / 1e6));
  } finally {
    for (const each of homes) each.remove();
  }
  return new Map([...all, ...(await measured)]);
}

async function importPairs(wanted: readonly BudgetName[], { maildir, home, pairs }: Subject): Promise<MeasuredPairs> {
  const seconds = emptyPairs();
  const all = wantedOnly(wanted, { import: seconds });
  for (let pair = 0; pair < pairs && all.size > 0; pair++) {
    seconds.ours.push(await importSeconds(maildir));
    seconds.peer.push(await bareInsertSeconds(maildir, join(home.configDir, 'bare-insert-rows.json')));
  }
  return all;
}

/** The median answer to one client that sends requests without pause. */
async function answerPairs(wanted: readonly BudgetName[], subject: Subject): Promise<MeasuredPairs> {
  const all = new Map<BudgetName, GrowingPairs>();
  const [asksSearch, asksPage] = [wanted.includes('search'), wanted.includes('page')];
  if (!asksSearch && !asksPage) return all;
  await withBareMailbox(subject.home, async (endpoints) => {
    const connections = { ours: connectionTo(endpoints.ours), theirs: connectionTo(endpoints.theirs) };
    if (asksSearch) {
      const { ours, theirs } = await bothAnswers(searchPage, connections);
      // Only the rows of a search are compared: a new field beside them must not cause a failure here.
      assertSame({ ours: foundIn(ours), theirs: foundIn(theirs) });
      all.set('search', await askInTurns(searchPage, connections, subject));
    }
    if (asksPage) {
      assertSame(await bothAnswers(firstPage, connections));
      all.set('page', await askInTurns(firstPage, connections, subject));
    }
    connections.ours.close();
    connections.theirs.close();
  });
  return all;
}

function foundIn(answer: string): string {
  const { groups, total } = JSON.parse(answer) as { groups: unknown; total: unknown };
  return JSON.stringify({ groups, total });
}

async function askInTurns(
  page: Page,
  { ours, theirs }: OursAndTheirs<Connection>,
  { pairs }: Subject,
): Promise<GrowingPairs> {
  const found = emptyPairs();
  for (const connection of [ours, theirs]) await medianAnswer(connection, page, warmUpAnswers);
  for (let pair = 0; pair < pairs; pair++) {
    found.ours.push(await medianAnswer(ours, page, measuredAnswers));
    found.peer.push(await medianAnswer(theirs, page, measuredAnswers));
  }
  return found;
}

type GrowingPairs = { ours: number[]; peer: number[] };

function emptyPairs(): GrowingPairs {
  return { ours: [], peer: [] };
}

function wantedOnly(
  wanted: readonly BudgetName[],
  all: Partial<Record<BudgetName, GrowingPairs>>,
): Map<BudgetName, GrowingPairs> {
  return new Map(wanted.flatMap((name) => (all[name] ? [[name, all[name]] as const] : [])));
}
