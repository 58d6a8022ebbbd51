import type { SendSubjectFinder } from '../../feature.ts';
import { draftSubject } from '../../mail/approvals/draft-subject.ts';
import { findDraft } from '../../mail/drafts/drafts.ts';
import { requireVisibleSend } from './caller-scope.ts';

const ofDraft: SendSubjectFinder = ({ draft_id }, { db, ...scope }) => {
  const draft = findDraft(db, String(draft_id).toLowerCase(), scope);
  return draft && draftSubject(db, draft);
};

/** What requests about stored drafts would send, by row. */
export const outboxSubjects: Record<'sendStored' | 'schedule' | 'retry', SendSubjectFinder> = {
  sendStored: ofDraft,
  schedule: ofDraft,
  retry: ({ send_id }, call) =>
    ofDraft({ draft_id: requireVisibleSend(call.db, String(send_id), call).draft_id }, call),
};
