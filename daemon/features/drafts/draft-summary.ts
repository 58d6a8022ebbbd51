import type { z } from 'zod';
import type { draftSummary } from '../../contract/draft.ts';
import type { dateFormatter } from '../../mail/lists/date-labels.ts';
import { linkOf } from '../../mail/drafts/server-links.ts';
import { draftStateOf } from '../../mail/drafts/record.ts';
import { listedFiles, type Draft } from '../../mail/drafts/drafts.ts';
import { renderBody, renderBodyHtml } from '../../mail/mime/build/body.ts';
import { lastSendOf } from '../../mail/outbox/outbox.ts';
import { htmlToText } from '../../mail/text/html-to-text.ts';
import { snippetOf } from '../../mail/text/snippet.ts';
import type { ReadDb } from '../../store/db.ts';
import { openSessionId } from './store.ts';

type Summary = z.input<typeof draftSummary>;

/** The maximum length of the body that is read for the snippet. */
const maxSnippetSourceLength = 8_000;

/** A draft as a list shows it (wire-contract, section 10.1). */
export function draftSummaryOf(db: ReadDb, draft: Draft, dates: ReturnType<typeof dateFormatter>): Summary {
  const { date_label, date_full, date_relative } = dates.labels(draft.updated_at);
  const files = listedFiles(db, draft.id);
  const state = draftStateOf(db, draft.draft_id);
  const trouble =
    state === 'failed' || state === 'unknown' ? lastSendOf(db, draft.draft_id)?.trouble?.message : undefined;
  const link = linkOf(db, draft.id);
  return {
    id: draft.draft_id,
    account_id: draft.account_id,
    subject: draft.subject,
    recipients: draft.to_text || draft.cc_text || draft.bcc_text,
    snippet: snippetOf(snippetSource(draft)),
    updated_at: draft.updated_at,
    updated_at_label: date_label,
    updated_at_full: date_full,
    updated_at_relative: date_relative,
    attachment_count: files.filter(({ position }) => position !== null).length,
    content_kind: draft.body_kind,
    inline_asset_count: files.filter(({ cid }) => cid !== null).length,
    state,
    intent: draft.intent,
    thread_id: draft.thread_id,
    draft_path: openSessionId(db, draft.id),
    on_server: !link ? 'no' : link.pushed === draft.revision ? 'yes' : 'waiting',
    trouble: trouble ?? link?.trouble ?? null,
  };
}

/** Of Markdown the displayed text, without its markup. */
function snippetSource({ body_kind, body, body_text }: Draft): string {
  if (body_text !== null) return body_text.slice(0, maxSnippetSourceLength);
  const beginning = body.slice(0, maxSnippetSourceLength);
  return body_kind === 'html'
    ? renderBody({ kind: 'html', html: beginning, text: null }).text
    : htmlToText(renderBodyHtml({ kind: 'markdown', markdown: beginning, signature: null })).text;
}
