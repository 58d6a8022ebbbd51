import type { ReplyOf } from '../../handler-types.ts';
import { expertsIn, queriesFor, type Expert } from '../../mail/assist/experts.ts';
import { explainExperts } from '../../mail/assist/explain-experts.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { jsonList, sql } from '../../store/db.ts';
import type { assistRequests } from './contract.ts';
import type { AssistCall, AssistDeps, ReadCall } from './deps.ts';

type ExpertRequest = { account_id: string; query: string; includesSelf: boolean; limit: number };

/** So many messages about the question are looked at. */
const maxMessages = 200;
/** Fewer hits are searched for again with any of the words. */
const enoughMessages = 10;

export async function findExperts(deps: AssistDeps, request: ExpertRequest, call: ReadCall): Promise<Expert[]> {
  const account = requireAccount(call.accounts, request.account_id);
  const message_ids = await similarMessages(deps, request, call);
  const { includesSelf, limit } = request;
  return expertsIn(call.db, { account: account.id, message_ids, includesSelf, limit });
}

export async function explainedExperts(
  deps: AssistDeps,
  request: ExpertRequest,
  call: AssistCall,
): Promise<ReplyOf<(typeof assistRequests)['explainExperts']>> {
  const experts = await findExperts(deps, request, call);
  if (experts.length === 0) return { kind: 'ExpertSuggestions', experts, model: null };
  const ids = experts.flatMap(({ evidence_msg_ids }) => evidence_msg_ids);
  const rows = call.db.all<{ id: number }>(sql`
    SELECT id FROM messages WHERE message_id IN (SELECT value FROM json_each(${jsonList(ids)})) ORDER BY sort_key`);
  const answers = await deps.readMessages(rows.map(({ id }) => id));
  const explained = await explainExperts(deps.models, { question: request.query, experts, answers }, call.signal);
  return { kind: 'ExpertSuggestions', ...explained };
}

/** Messages about a question, by the words that they share. */
async function similarMessages(
  { searchMail }: AssistDeps,
  { account_id, query }: ExpertRequest,
  { caller, accounts }: ReadCall,
): Promise<string[]> {
  const found = new Set<string>();
  for (const q of queriesFor(query)) {
    if (found.size >= enoughMessages) break;
    const { groups } = await searchMail(
      {
        q,
        account_id,
        mode: 'lexical',
        sort: 'relevant',
        scope: 'messages',
        limit: maxMessages,
        offset: 0,
        exact: false,
        matching: 'exact',
        explain: false,
      },
      { caller, accounts },
    );
    for (const { id } of groups.flatMap(({ rows }) => rows)) found.add(id);
  }
  return [...found];
}
