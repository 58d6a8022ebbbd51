import type { Handlers } from '../../handler-types.ts';
import { humanizerReport } from '../../mail/assist/humanizer/score.ts';
import { storedModelText } from '../../mail/assist/model-texts.ts';
import { threadContent } from '../../mail/assist/thread-content.ts';
import { storedVoiceProfile } from '../../mail/assist/voice/profile.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { briefContact, briefThread } from './briefings.ts';
import type { assistRequests } from './contract.ts';
import { explainedExperts, findExperts } from './experts.ts';
import type { AssistDeps } from './deps.ts';
import { newDraft, refineDraft, reviewStoredDraft } from './suggestions.ts';
import { rewrite } from './rewrite.ts';
import { summarize } from './summaries.ts';
import { visibleThread } from './thread-messages.ts';

export function assistHandlers(deps: AssistDeps): Handlers<typeof assistRequests> {
  return {
    summarize: (input, call) => summarize(deps, input, call),
    threadBriefing: (input, call) => briefThread(deps, input, call),
    contactBriefing: (input, call) => briefContact(deps, input, call),
    async experts({ include_self, ...input }, call) {
      return {
        kind: 'ExpertSuggestions',
        experts: await findExperts(deps, { ...input, includesSelf: include_self }, call),
      };
    },
    explainExperts: ({ include_self, ...input }, call) =>
      explainedExperts(deps, { ...input, includesSelf: include_self }, call),
    draftAssist: (input, call) => newDraft(deps, 'draft_assist', input, call),
    newDraft: (input, call) => newDraft(deps, 'draft_new', input, call),
    composeDraft: (input, call) => newDraft(deps, 'draft_new', input, call),
    refine: (input, call) => refineDraft(deps, input, call),
    review: ({ draft_id }, call) => reviewStoredDraft(deps, draft_id, call),
    score({ text, account_id }, { db, accounts }) {
      const account = account_id === undefined ? undefined : requireAccount(accounts, account_id);
      const voice = account && storedVoiceProfile(db, account.id);
      return { kind: 'HumanizerReport', report: humanizerReport(text, voice) };
    },
    rewrite: (input, call) => rewrite(deps, input, call),
    gists({ thread_ids }, { db, accounts }) {
      const gists = thread_ids.flatMap((thread_id) => {
        const thread = visibleThread(db, accounts, thread_id);
        if (thread === undefined) return [];
        const { content_hash } = threadContent(db, thread);
        const gist = storedModelText(db, 'gist', { subject: { thread }, content_hash });
        return gist ? [{ thread_id, text: gist.text, model: gist.model, generated_at: gist.generated_at }] : [];
      });
      return { kind: 'ThreadGists', gists };
    },
  };
}
