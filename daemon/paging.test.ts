import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { contractWithoutDemo, requestsByName } from './contract.ts';
import { isFile, type Pages } from './contract/define.ts';
import { inPages } from './paging.ts';
import { ada, testDaemon } from './test-daemon.ts';

type Row = { id: string; text: string };
type Page = { rows: Row[]; has_more: boolean; next_cursor: string | null; next_offset?: number | null };

const rowsFrom = (first: number, last: number): Row[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({ id: `row ${first + at}`, text: 'x' }));

/** Handlers that read as rows say of themselves, over a list that the test changes. */
function handlers(rows: Row[]): Record<NonNullable<Pages['reads']>, (input: Record<string, unknown>) => object> {
  const slice = (from: number, length: number) => rows.slice(from, from + length);
  return {
    all: () => ({ rows: [...rows] }),
    limit: ({ limit }) => ({ rows: slice(0, Number(limit)) }),
    offset({ limit, offset }) {
      const end = Number(offset) + Number(limit);
      return { rows: slice(Number(offset), Number(limit)), next_offset: end < rows.length ? end : null };
    },
  };
}

for (const reads of ['all', 'limit', 'offset'] as const) {
  test(`pages of a list of which a handler reads ${reads} neither repeat nor leave out rows, also while some come and go`, async () => {
    const rows = rowsFrom(1, 25);
    const run = handlers(rows)[reads];
    const pages: Pages = { list: 'rows', reads };
    const page = async (cursor?: string | null) =>
      (await inPages({ pages }, { limit: 10, offset: 0, ...(cursor && { cursor }) }, run)) as Page;
    const names = ({ rows: shown }: Page) => shown.map(({ id }) => id);

    const first = await page();
    assert.deepEqual([names(first), first.has_more], [rowsFrom(1, 10).map(({ id }) => id), true]);
    // Three rows come before what was shown, and one of what was shown goes.
    rows.unshift(...rowsFrom(-2, 0));
    rows.splice(4, 1);
    const second = await page(first.next_cursor);
    assert.deepEqual([names(second), second.has_more], [rowsFrom(11, 20).map(({ id }) => id), true]);
    if (reads === 'offset') assert.deepEqual([first.next_offset, second.next_offset], [10, null]);
    // The last row that was shown goes: the next page begins where it was.
    rows.splice(
      rows.findIndex(({ id }) => id === 'row 20'),
      1,
    );
    const third = await page(second.next_cursor);
    assert.ok(rowsFrom(21, 25).every(({ id }) => names(third).includes(id)));
    assert.deepEqual([third.has_more, third.next_cursor], [false, null]);
    for (const wrong of ['', '1', 'x.y', '5.abc', '-1.abcdefghijkl'])
      await assert.rejects(inPages({ pages }, { limit: 1, offset: 0, cursor: wrong }, run), { code: 'bad_cursor' });
  });
}

test('a list without a limit comes whole, as before', async () => {
  const reply = await inPages({ pages: { list: 'rows' } }, {}, handlers(rowsFrom(1, 5)).all);
  assert.deepEqual(reply, { rows: rowsFrom(1, 5), has_more: false, next_cursor: null });
});

/** Lists that are given whole: they are short by nature, of one message, or a ranking whose `limit` says how far it goes. */
const wholeLists = [
  'accounts.addresses',
  'accounts.config',
  'activity.stats',
  'admin.eventCategories',
  'admin.status',
  'analytics.asymmetry',
  'analytics.decay',
  'analytics.largest',
  'analytics.staleThreads',
  'analytics.storage',
  'assist.experts',
  'compose.collaborators',
  'gists.list',
  'import.get',
  'merge.preview',
  'messages.bodies',
  'messages.headers',
  'modes.guide',
  'modes.membership',
  'modes.memberships',
  'modes.rail',
  'mutations.get',
  'outbox.ofMessage',
  'people.autocomplete',
  'repair.state',
  'rules.dryRun',
  'rules.preview',
  'screener.explain',
  'search.groups',
  'search.similar',
  'settings.schema',
  'signatures.defaults',
  'snooze.presets',
  'threads.get',
];
/** It has a state in place of a cursor. */
const others = ['changes.list'];

test('every list is given in pages by `cursor` and `next_cursor`, or is known to be given whole', () => {
  const whole = [...requestsByName(contractWithoutDemo)].flatMap(([name, { effect, input, output }]) => {
    if (typeof effect === 'function' || effect.safety !== 'read' || isFile(output)) return [];
    const { properties = {} } = z.toJSONSchema(output, { unrepresentable: 'any' });
    const fields = Object.values(properties).flatMap((field) =>
      typeof field === 'object' ? [field, ...Object.values(field.properties ?? {})] : [],
    );
    const hasList = fields.some((field) => typeof field === 'object' && field.type === 'array');
    return hasList && !('cursor' in input.shape) && !others.includes(name) ? [name] : [];
  });
  assert.deepEqual(whole.toSorted(), wholeLists);
});

test('labels, jobs and events are read to the end in pages', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 30 }] });
  await daemon.synced();
  for (const [name, list] of [
    ['labels.list', 'labels'],
    ['admin.events', 'entries'],
    ['jobs.list', 'jobs'],
  ] as const) {
    const readAll = async () =>
      ((await daemon.ask(name, { limit: 1000 })) as unknown as Record<string, unknown[]>)[list] ?? [];
    async function readPages(): Promise<unknown[]> {
      const found: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = (await daemon.ask(name, { limit: 2, ...(cursor !== undefined && { cursor }) })) as unknown as Page;
        found.push(...((page as unknown as Record<string, unknown[]>)[list] ?? []));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    }
    let all = await readAll();
    let found = await readPages();
    // Background work after the sync may add an event in between.
    for (let now = await readAll(); now.length !== all.length; now = await readAll()) {
      all = now;
      found = await readPages();
    }
    assert.ok(found.length > 0, name);
    assert.deepEqual(found, all, name);
  }
});
