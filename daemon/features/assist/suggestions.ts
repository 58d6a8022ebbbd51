import { Failure } from '../../base/failure.ts';
import type { InputOf, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { draftMessage, refineParts, type Suggestion } from '../../mail/assist/drafting.ts';
import { humanizerReport } from '../../mail/assist/humanizer/score.ts';
import { ownParts } from '../../mail/assist/own-parts.ts';
import { reviewDraft } from '../../mail/assist/review-draft.ts';
import { voiceMatch } from '../../mail/assist/voice/match.ts';
import { registerOf, storedVoiceProfile, type VoiceProfile } from '../../mail/assist/voice/profile.ts';
import { writingFeatures } from '../../mail/assist/voice/writing-features.ts';
import { findDraft, type Draft } from '../../mail/drafts/drafts.ts';
import { requireMessage } from '../../mail/messages/messages.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { assistRequests } from './contract.ts';
import type { AssistCall, AssistDeps } from './deps.ts';
import { requireThread } from './thread-messages.ts';

type NewDraft = InputOf<(typeof assistRequests)['newDraft']>;
type Reply = ReplyOf<(typeof assistRequests)['newDraft']>;
type RefineInput = InputOf<(typeof assistRequests)['refine']>;
type Review = ReplyOf<(typeof assistRequests)['review']>;

/** Suggests a message or an answer. Nothing is stored. */
export async function newDraft(
  deps: AssistDeps,
  feature: 'draft_assist' | 'draft_new',
  input: NewDraft,
  { db, accounts, signal }: AssistCall,
): Promise<Reply> {
  const context = contextOf(db, accounts, input);
  const voice = storedVoiceProfile(db, context.account.id);
  const messages = (await deps.readMessages(context.messages)).filter(({ text }) => text !== '');
  const { name, email } = context.account;
  const request = {
    instruction: input.instruction,
    messages,
    to: input.to ? input.to.name || input.to.email : undefined,
    owner: { name, email },
    voice,
    register: input.register,
    length: input.length_hint,
  };
  return suggestionRecord(await draftMessage(deps.models, feature, request, signal), voice);
}

/** The conversation up to the message that is answered (internal ids), and the account that writes. */
function contextOf(
  db: ReadDb,
  accounts: readonly Account[],
  { source_message_id, thread_id, account_id }: NewDraft,
): { account: Account; messages: number[] } {
  if (source_message_id !== undefined) {
    const source = requireMessage(db, accounts, source_message_id);
    const row = db.get<{ thread_id: string }>(sql`SELECT thread_id FROM threads WHERE id = ${source.thread}`);
    const { messages, account } = requireThread(db, accounts, row?.thread_id ?? '');
    const at = messages.indexOf(source.id);
    return { account, messages: at < 0 ? [source.id] : messages.slice(0, at + 1) };
  }
  if (thread_id !== undefined) return requireThread(db, accounts, thread_id);
  if (account_id !== undefined) return { account: requireAccount(accounts, account_id), messages: [] };
  const account = accounts.find(({ is_default }) => is_default) ?? accounts[0];
  if (!account) throw new Failure('conflict', 'no_account', 'There is no account to write from. Add one first.');
  return { account, messages: [] };
}

/** Suggests another wording of a draft. The stored draft stays as it is. */
export async function refineDraft(
  deps: AssistDeps,
  { draft_id, knobs }: RefineInput,
  call: AssistCall,
): Promise<Reply> {
  const draft = requireOwnDraft(draft_id, call);
  const { own, withOwn } = ownParts(draft.body, draft.intent !== 'new');
  if (own.length === 0) throw emptyDraft();
  const voice = draft.account === null ? undefined : storedVoiceProfile(call.db, draft.account);
  const { parts, model, context_note } = await refineParts(deps.models, { parts: own, knobs, voice }, call.signal);
  const { formality, words } = writingFeatures(parts.join('\n\n'));
  const suggestion: Suggestion = {
    body: parts.join('\n\n'),
    model,
    inferred_register: registerOf(formality),
    inferred_length: words < 60 ? 'short' : words < 180 ? 'medium' : 'long',
    context_note,
  };
  return { ...suggestionRecord(suggestion, voice), body: withOwn(parts) };
}

/** What a model notices in a draft. It blocks nothing. */
export async function reviewStoredDraft(deps: AssistDeps, draft_id: string, call: AssistCall): Promise<Review> {
  const draft = requireOwnDraft(draft_id, call);
  const { own } = ownParts(draft.body, draft.intent !== 'new');
  if (own.length === 0) throw emptyDraft();
  const voice = draft.account === null ? undefined : storedVoiceProfile(call.db, draft.account);
  const [original] = draft.source === null ? [] : await deps.readMessages([draft.source]);
  const issues = await reviewDraft(deps.models, { text: own.join('\n\n'), original, voice }, call.signal);
  return { kind: 'DraftReview', issues };
}

function requireOwnDraft(draft_id: string, { db, accounts, caller }: AssistCall): Draft {
  const draft = findDraft(db, draft_id.toLowerCase(), { accounts, caller });
  if (!draft || draft.discarded_at !== null)
    throw new Failure('missing', 'not_found', 'There is no such draft. It may have been sent or discarded.');
  if (draft.body_kind === 'html')
    throw new Failure(
      'conflict',
      'html_draft',
      'This draft is formatted mail from another program, which Posthorn can’t change.',
    );
  return draft;
}

function emptyDraft(): Failure {
  return new Failure('invalid', 'empty_draft', 'The draft has no text of yours yet. Write something first.');
}

function suggestionRecord(suggestion: Suggestion, voice: VoiceProfile | undefined): Reply {
  return {
    kind: 'DraftSuggestion',
    ...suggestion,
    voice_match: voice ? voiceMatch(suggestion.body, voice) : null,
    humanizer: humanizerReport(suggestion.body, voice),
    rewrite_iterations: 0,
  };
}
