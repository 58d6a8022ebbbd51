import type { Handlers } from '../../handler-types.ts';
import { humanizerReport } from '../../mail/assist/humanizer/score.ts';
import { storedVoiceProfile } from '../../mail/assist/voice/profile.ts';
import { requireAccount } from '../../mail/accounts/sync-status.ts';
import { briefContact, briefThread } from './briefings.ts';
import type { assistRequests } from './contract.ts';
import { explainedExperts, findExperts } from './experts.ts';
import type { AssistDeps } from './deps.ts';
import { newDraft, refineDraft, reviewStoredDraft } from './suggestions.ts';
import { rewrite } from './rewrite.ts';
import { summarize } from './summaries.ts';

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
  };
}
