import { createHash } from 'node:crypto';
import { Failure } from './base/failure.ts';
import type { Pages, Request } from './contract/define.ts';

type Input = Record<string, unknown>;
type Reply = Record<string, unknown>;
type Run = (input: Input) => unknown;

/**
 * Where a page begins: before the row `index` of the list, which comes after the row with the mark `after`. Rows may have come or
 * gone since, so that row is looked for.
 */
type PageStart = { index: number; after?: string };

/** Rows that are searched for the last row of the page before, where rows have come or gone meanwhile. */
const maxShift = 1_000;

/**
 * The reply of a list that is given in pages: `limit` rows from where `cursor` says, and the cursor of the next page. `run` is the
 * handler. Throws Failure `bad_cursor`.
 */
export async function inPages(request: Pick<Request, 'pages'>, input: Input, run: Run): Promise<unknown> {
  const { pages } = request;
  if (!pages) return run(input);
  const limit = input['limit'] as number | undefined;
  const cursor = input['cursor'] as string | undefined;
  const start = cursor === undefined ? undefined : parseCursor(cursor);
  const { reply, rows, from } = await readers[pages.reads ?? 'all']({ pages, input, run, limit, start });
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length && last !== undefined;
  return {
    ...reply,
    [pages.list]: shown,
    has_more: hasMore,
    next_cursor: hasMore ? `${from + shown.length}.${markOf(pages, last)}` : null,
    ...(cursor !== undefined && 'next_offset' in reply && { next_offset: null }),
  };
}

type PageRequest = {
  pages: Pages;
  input: Input;
  run: Run;
  limit: number | undefined;
  start: PageStart | undefined;
};

/** The rows from the start on, at least one more than the page has if there are, and the place of the first of them. */
type Found = { reply: Reply; rows: unknown[]; from: number };

const readers: Record<NonNullable<Pages['reads']>, (request: PageRequest) => Promise<Found>> = {
  async all({ pages, input, run, start }) {
    const { reply, rows } = await list(pages, run, input);
    const from = start ? positionOf(pages, rows, start) : 0;
    return { reply, rows: rows.slice(from), from };
  },
  async limit({ pages, input, run, limit = 0, start }) {
    const wanted = (start?.index ?? 0) + limit + 1;
    const first = await list(pages, run, { ...input, limit: wanted });
    if (!start) return { ...first, from: 0 };
    const from = positionOf(pages, first.rows, start);
    if (from <= start.index) return { ...first, rows: first.rows.slice(from), from };
    const more = await list(pages, run, { ...input, limit: from + limit + 1 });
    return { ...more, rows: more.rows.slice(from), from };
  },
  async offset({ pages, input, run, limit = 0, start }) {
    const from = start ? await offsetOf(pages, { input, run, start }) : Number(input['offset'] ?? 0);
    const { reply, rows } = await list(pages, run, { ...input, offset: from, limit });
    const hasMore = statedEnd(reply);
    if (hasMore === false) return { reply, rows, from };
    // The reply may say where the next page is, so it is asked for no more than the page.
    const next = hasMore ? [null] : (await list(pages, run, { ...input, offset: from + limit, limit: 1 })).rows;
    return { reply, rows: [...rows, ...next], from };
  },
};

/** Whether there are more rows, where the handler says so itself. */
function statedEnd(reply: Reply): boolean | undefined {
  if (typeof reply['has_more'] === 'boolean') return reply['has_more'];
  return 'next_offset' in reply ? reply['next_offset'] !== null : undefined;
}

/** Where the rows after the last row of the page before are now. */
async function offsetOf(
  pages: Pages,
  { input, run, start }: Pick<PageRequest, 'input' | 'run'> & { start: PageStart },
): Promise<number> {
  const before = Math.max(0, start.index - 1);
  const [anchor] = (await list(pages, run, { ...input, offset: before, limit: 1 })).rows;
  if (anchor !== undefined && markOf(pages, anchor) === start.after) return start.index;
  const earlier = Math.max(0, before - maxShift / 2);
  const { rows } = await list(pages, run, { ...input, offset: earlier, limit: maxShift });
  return earlier + positionOf(pages, rows, { ...start, index: start.index - earlier });
}

async function list({ list }: Pages, run: Run, input: Input): Promise<{ reply: Reply; rows: unknown[] }> {
  const reply = (await run(input)) as Reply;
  return { reply, rows: reply[list] as unknown[] };
}

/** The place after the last row of the page before; where that is gone, the place where it was. */
function positionOf(pages: Pages, rows: readonly unknown[], { index, after }: PageStart): number {
  const found = rows.findIndex((row) => markOf(pages, row) === after);
  return found >= 0 ? found + 1 : Math.min(Math.max(0, index - 1), rows.length);
}

/** A short name for a row, by its id. */
function markOf({ id = 'id' }: Pages, row: unknown): string {
  const name = typeof row === 'object' && row !== null ? ((row as Input)[id] ?? row) : row;
  return createHash('sha256').update(JSON.stringify(name)).digest('base64url').slice(0, 12);
}

function parseCursor(cursor: string): PageStart {
  const [, index, after] = /^(\d{1,9})\.([\w-]{12})$/.exec(cursor) ?? [];
  if (after !== undefined) return { index: Number(index), after };
  throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer of this request.');
}
