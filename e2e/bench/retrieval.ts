/**
 * `npm run bench -- retrieval [--models FOLDER] [--limit 500]`: how well mail is found by words, by meaning and by both, on the
 * `retrieval` sets of the corpus: each message has subjects that other people wrote for it, and a search for one of them should find
 * it. Figures are nDCG at 10 and recall at 10. FOLDER has one folder for each profile, with its files; without it only the search by words
 * is measured.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbedder } from '../../daemon/models/embed.ts';
import { semanticProfiles, type SemanticProfile } from '../../daemon/models/semantic-profiles.ts';
import { chunksOf } from '../../daemon/mail/semantic/chunks.ts';
import { dotProduct } from '../../daemon/mail/semantic/quantized.ts';
import { emptyIndex } from '../../daemon/mail/index/index-file.ts';
import { indexWords } from '../../daemon/mail/index/index-words.ts';
import { openWritable, sql } from '../../daemon/store/db.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { corpusFile } from '../corpus.ts';
import { printTable } from './report/table.ts';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    limit: { type: 'string', default: '500' },
    file: { type: 'string', default: 'retrieval/aeslc-dev.jsonl' },
  },
});

type Item = { id: string; text: string; queries: string[] };

const shown = 10;
const fusion = 60;

const file = corpusFile(values.file);
if (!existsSync(file)) {
  console.log(`skipped: corpus: ${values.file} is not here`);
  process.exit(0);
}
const items = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => itemOf(JSON.parse(line)));
const queries = items
  .flatMap((item, at) => item.queries.slice(0, 1).map((query) => ({ query, expected: at })))
  .slice(0, Number(values.limit));
console.log(`${items.length} messages, ${queries.length} queries`);

const byWords = wordSearch();
const rows = [
  row(
    'by words',
    queries.map(({ query }) => byWords(query)),
  ),
];
for (const profile of Object.values(semanticProfiles)) {
  const folder = values.models && join(values.models, profile.name);
  if (!folder || !existsSync(folder)) continue;
  const byMeaning = await meaningSearch(profile, folder);
  const close: number[][] = [];
  for (const { query } of queries) close.push(await byMeaning(query));
  rows.push(row(`by meaning, ${profile.name}`, close));
  rows.push(
    row(
      `both, ${profile.name}`,
      queries.map(({ query }, at) => fused(byWords(query), close[at] ?? [])),
    ),
  );
}
printTable('Finding a message by a subject that someone else wrote for it', [
  ['NAME', 'nDCG at 10', 'recall at 10'],
  ...rows,
]);

function itemOf(line: Record<string, unknown>): Item {
  const { id, text, body, queries: written } = line;
  return { id: String(id), text: String(text ?? body), queries: (written as string[]) ?? [] };
}

function row(name: string, found: readonly (readonly number[])[]): string[] {
  const ranks = found.map((list, at) => list.indexOf(queries[at]!.expected)).map((rank) => (rank < shown ? rank : -1));
  const gain = ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / Math.log2(rank + 2)), 0);
  const share = (value: number) => (value / ranks.length).toFixed(3);
  return [name, share(gain), share(ranks.filter((rank) => rank >= 0).length)];
}

/** Ranks messages by their words: any of the words of a query counts, as in a search that was widened. */
function wordSearch(): (query: string) => number[] {
  const index = openWritable(join(testFolder(), 'index.db'), { durability: 'normal' });
  emptyIndex(index);
  index.transaction(() =>
    items.forEach(({ text }, at) =>
      index.run(sql`INSERT INTO fts (rowid, body) VALUES (${at + 1}, ${indexWords(text)})`),
    ),
  );
  return (query) => {
    const words = indexWords(query).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    const match = words.map((word) => `"${word}"`).join(' OR ');
    return index
      .all<{ at: number }>(sql`SELECT rowid - 1 AS at FROM fts WHERE fts MATCH ${match} ORDER BY rank LIMIT 100`)
      .map(({ at }) => at);
  };
}

async function meaningSearch(profile: SemanticProfile, folder: string): Promise<(query: string) => Promise<number[]>> {
  const embedder = await openEmbedder(profile, folder);
  const chunks = items.flatMap(({ text }, at) =>
    chunksOf({ subject: '', text, from_name: null, from_email: '' }).map((chunk) => ({ at, text: chunk.text })),
  );
  const vectors: Float32Array[] = [];
  for (let next = 0; next < chunks.length; next += 64)
    vectors.push(
      ...(await embedder.embed(
        chunks.slice(next, next + 64).map(({ text }) => text),
        'passage',
      )),
    );
  return async (query) => {
    const [wanted] = await embedder.embed([query], 'query');
    const best = new Map<number, number>();
    chunks.forEach(({ at }, n) => best.set(at, Math.max(best.get(at) ?? -1, dotProduct(vectors[n]!, wanted!))));
    return [...best]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, 100)
      .map(([at]) => at);
  };
}

function fused(...lists: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const list of lists) list.forEach((at, rank) => scores.set(at, (scores.get(at) ?? 0) + 1 / (fusion + rank + 1)));
  return [...scores].toSorted((a, b) => b[1] - a[1]).map(([at]) => at);
}
