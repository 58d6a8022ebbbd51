import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { profileOfModel, type ModelName } from '../../models/semantic-profiles.ts';
import type { Account } from '../accounts/accounts.ts';
import { compileQuery } from '../query/compile.ts';
import type { QueryNode } from '../query/query-node.ts';
import { sortKeysOf } from '../query/run.ts';
import { dotProduct } from './quantized.ts';
import { createVectorScan, type VectorScan } from './vector-scan.ts';
import { exactVectors, storedVectors, vectorsOfMessage } from './vector-store.ts';

/** A message that is close in meaning. `score` is the cosine of the angle between the vectors: 1 is the same. */
export type DenseHit = { sort_key: number; score: number };

export type VectorSearchRequest = {
  model: ModelName;
  /** Accounts to search; `isAll` where these are all that exist. */
  accounts: readonly Pick<Account, 'id'>[];
  isAll: boolean;
  /** Conditions that every hit satisfies. */
  filter: QueryNode | undefined;
  now: number;
  /** The number of messages. */
  limit: number;
};

/** So many vectors are compared exactly. */
const rescored = 500;
/** Products in the scan are inexact by less than this. */
const tolerance = 1e-3;
/** Vectors of messages that are gone stay in memory until they are this share of all. */
const maxStaleShare = 0.05;

/**
 * Searches the vectors of one model at a time, which are read into memory with the first search. `db` reads the store, with the
 * index attached as `idx`.
 */
export function createVectorSearch({ db, zone }: { db: ReadDb; zone: string | undefined }) {
  let loaded: { model: ModelName; scan: VectorScan; last: number } | undefined;

  /** The vectors in memory, with those that were stored since the last search. */
  function load(model: ModelName): VectorScan {
    if (loaded?.model !== model || isStale(loaded))
      loaded = { model, scan: createVectorScan(profileOfModel(model).dimensions), last: 0 };
    for (const vector of storedVectors(db, model, loaded.last)) {
      loaded.scan.add(vector);
      loaded.last = vector.id;
    }
    return loaded.scan;
  }

  function isStale({ model, scan, last }: NonNullable<typeof loaded>): boolean {
    const stored = db.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM idx.semantic_vectors WHERE model = ${model} AND id <= ${last} AND scale IS NOT NULL`);
    return scan.size - (stored?.n ?? 0) > maxStaleShare * scan.size;
  }

  function closest(query: Float32Array, request: VectorSearchRequest, except?: number): DenseHit[] {
    const scan = load(request.model);
    const allowed = allowedKeys(request);
    const isAllowed = allowed && ((key: number) => allowed.has(key));
    const { ids, typical } = scan.closest(query, rescored, isAllowed);
    const best = new Map<number, number>();
    for (const { sort_key, value } of exactVectors(db, jsonList(ids))) {
      if (sort_key === except || value.length !== query.length) continue;
      // The memory may have a vector of a message whose sort key has been given to another one.
      if (allowed && !allowed.has(sort_key)) continue;
      best.set(sort_key, Math.max(best.get(sort_key) ?? -1, dotProduct(value, query)));
    }
    return [...best]
      .map(([sort_key, score]) => ({ sort_key, score }))
      .filter(({ score }) => score >= typical - tolerance)
      .toSorted((a, b) => b.score - a.score || b.sort_key - a.sort_key)
      .slice(0, request.limit);
  }

  /** Undefined where every message may be a hit. */
  function allowedKeys({ accounts, isAll, filter, now }: VectorSearchRequest): Set<number> | undefined {
    if (isAll && !filter) return undefined;
    const plan = compileQuery(db, filter ?? { kind: 'all', members: [] }, { accounts, now: new Date(now), zone });
    return new Set(sortKeysOf(db, plan));
  }

  return {
    /** The messages that are closest to the vector of a query. */
    closest: ({ query, ...request }: VectorSearchRequest & { query: Float32Array }) =>
      db.snapshot(() => closest(query, request)),
    /** The messages that are closest to another one; undefined if that has no vectors. */
    similar: ({ sort_key, ...request }: VectorSearchRequest & { sort_key: number }): DenseHit[] | undefined =>
      db.snapshot(() => {
        const vectors = vectorsOfMessage(db, request.model, sort_key);
        if (vectors.length === 0) return undefined;
        return closest(directionOf(vectors), request, sort_key);
      }),
  };
}

/** The common direction of vectors, with length 1. */
function directionOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) vector.forEach((value, i) => (sum[i]! += value));
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
