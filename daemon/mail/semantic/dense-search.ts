import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import { profileOfModel, type ModelName, type SemanticProfileName } from '../../models/semantic-profiles.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { allAccounts, type Account } from '../accounts/accounts.ts';
import { parseQuery } from '../query/parse.ts';
import type { EmbeddingProgress } from './embedding-state.ts';
import { profileRow, servingProfile } from './profile-store.ts';
import { semanticQueryOf } from './semantic-query.ts';
import type { DenseHit, VectorSearchRequest } from './vector-search.ts';

/** What a search by meaning found, or the reason why there was none, as the end of a sentence for users. */
export type DenseAnswer =
  | { hits: DenseHit[]; profile: SemanticProfileName; words: string; progress: EmbeddingProgress | undefined }
  | { reason: string };

type DenseSearchDeps = {
  read: ReadDb;
  clock: Clock;
  settings: () => { enabled: boolean; active_profile: SemanticProfileName };
  progress: () => EmbeddingProgress | undefined;
  embedQuery: (query: { model: ModelName; text: string }) => Promise<Float32Array>;
  closest: (request: VectorSearchRequest & { query: Float32Array }) => Promise<DenseHit[]>;
  similar: (request: VectorSearchRequest & { sort_key: number }) => Promise<DenseHit[] | undefined>;
};

/** The messages that a search by meaning finds at most. */
export const denseWindow = 100;

/**
 * How long a search waits for the meaning of its words and for the closest vectors. The first one after a while also loads the model and
 * the vectors; if that takes longer, a later one finds them loaded.
 */
const waitMs = 4_000;

/**
 * Finds messages by meaning, for searches that ask for it. It never fails: whatever is missing, late or broken becomes a reason, and the
 * words are searched alone.
 */
export function createDenseSearch(deps: DenseSearchDeps) {
  /** Searches that were too late and still go on: as long as there is one, others do not wait. */
  let late = 0;

  async function inTime(work: () => Promise<DenseAnswer>): Promise<DenseAnswer> {
    if (late > 0) return { reason: 'the model is still busy with an earlier search' };
    const waiting = new AbortController();
    const running = work().catch((failed: unknown): DenseAnswer => ({ reason: explanationOf(failed) }));
    const answer = await Promise.race([running, deps.clock.wait(waitMs, waiting.signal)]);
    waiting.abort();
    if (answer) return answer;
    late++;
    void running.then(() => late--);
    return { reason: 'the model didn’t answer in time' };
  }

  return {
    /** Finds what the words of a query mean. Undefined for a query without words. */
    async find(q: string, accounts: readonly Account[]): Promise<DenseAnswer | undefined> {
      const query = parsed(q);
      if (!query || query.words === '') return undefined;
      const model = usableModel(deps);
      if (typeof model !== 'string') return model;
      const { words, filter } = query;
      return inTime(async () => {
        const vector = await deps.embedQuery({ model, text: words });
        const hits = await deps.closest({ ...requestOf(deps, accounts), model, filter, query: vector });
        return { hits, profile: profileOfModel(model).name, words, progress: deps.progress() };
      });
    },
    /** Finds messages that are close to another one, by its public id. */
    async similar(message_id: string, accounts: readonly Account[]): Promise<DenseAnswer> {
      const model = usableModel(deps);
      if (typeof model !== 'string') return model;
      const found = deps.read.get<{ sort_key: number }>(
        sql`SELECT sort_key FROM messages WHERE message_id = ${message_id.toLowerCase()}`,
      );
      if (!found) return { reason: 'the message isn’t stored' };
      return inTime(async () => {
        const request = { ...requestOf(deps, accounts), model, filter: undefined, sort_key: found.sort_key };
        const hits = await deps.similar(request);
        if (!hits) return { reason: 'this message hasn’t been prepared for it yet' };
        return { hits, profile: profileOfModel(model).name, words: '', progress: deps.progress() };
      });
    },
  };
}

export type DenseSearch = ReturnType<typeof createDenseSearch>;

/** An invalid query is reported by the search itself. */
function parsed(q: string) {
  try {
    return semanticQueryOf(parseQuery(q));
  } catch (failed) {
    if (failed instanceof Failure) return undefined;
    throw failed;
  }
}

function usableModel({ read, settings }: DenseSearchDeps): ModelName | { reason: string } {
  const { enabled, active_profile } = settings();
  if (!enabled) return { reason: 'searching by meaning is switched off' };
  const serving = servingProfile(read);
  if (serving?.serving_model) return serving.serving_model;
  const row = profileRow(read, active_profile);
  if (row?.installed_at) return { reason: 'no mail has been prepared for searching by meaning yet' };
  if (row?.is_wanted) return { reason: 'the model for searching by meaning is still being downloaded' };
  return { reason: 'no model for searching by meaning is set up' };
}

function requestOf({ read, clock }: DenseSearchDeps, accounts: readonly Account[]) {
  const isAll = allAccounts(read).every(({ id }) => accounts.some((each) => each.id === id));
  return { accounts: accounts.map(({ id }) => ({ id })), isAll, now: clock.now().getTime(), limit: denseWindow };
}

function explanationOf(failed: unknown): string {
  if (failed instanceof Failure && failed.code === 'worker_crashed') return 'the model stopped and is started again';
  return failureSentence('the model couldn’t be used', failed).replace(/\.$/, '');
}
