import type { ApprovalMessage } from '../../contract/approval.ts';
import type { Address } from '../../contract/fields.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { walkHtml } from '../html/walk.ts';
import { addressKey } from '../contacts/changes.ts';
import { listedFiles, type Draft } from '../drafts/drafts.ts';
import { outgoingBodyOf } from '../drafts/outgoing-message.ts';
import { ownerVersionOf } from '../drafts/owner-versions.ts';
import { parseAddressText } from '../mime/address/address-text.ts';
import type { OutgoingBody } from '../mime/build/outgoing-message.ts';
import { draftContentHash } from '../safety-check/overrides.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { changedFrom } from './changed-from.ts';
import type { SendSubject } from './subject.ts';

/** A draft as it would be sent now. */
export function draftSubject(db: ReadDb, draft: Draft): SendSubject {
  const body = outgoingBodyOf(db, draft);
  const { account_id, draft_id, subject } = draft;
  const message: ApprovalMessage = {
    from: parseAddressText(draft.from_text).addresses[0]?.email ?? ownAddress(db, draft),
    to: recipients(db, draft, draft.to_text),
    cc: recipients(db, draft, draft.cc_text),
    bcc: recipients(db, draft, draft.bcc_text),
    subject,
    body: shortened(bodyText(body)),
    attachments: listedFiles(db, draft.id).map(({ name, size }) => ({ name, size })),
  };
  return {
    account_id,
    draft_id,
    messages: [message],
    changed_from: changedByAgent(db, draft, message),
    binding: [account_id, draft_id, draftContentHash(db, draft), body],
  };
}

/** What the owner last wrote of a draft, where an agent has changed it since. */
function changedByAgent(db: ReadDb, { id }: Draft, message: ApprovalMessage) {
  const owner = ownerVersionOf(db, id);
  if (!owner) return null;
  const addresses = (text: string) => parseAddressText(text).addresses;
  const version = {
    to: addresses(owner.to_text),
    cc: addresses(owner.cc_text),
    bcc: addresses(owner.bcc_text),
    subject: owner.subject,
    body: shortened(bodyText(outgoingBodyOf(db, owner))),
  };
  return changedFrom({ of: 'owner_draft', at: owner.written_at }, version, message);
}

function ownAddress(db: ReadDb, { account }: Draft): string | null {
  if (account === null) return null;
  return db.get<{ email: string }>(sql`SELECT email FROM accounts WHERE id = ${account}`)?.email ?? null;
}

function recipients(db: ReadDb, { account }: Draft, text: string): ApprovalMessage['to'] {
  return parseAddressText(text).addresses.map((address) => ({ ...address, is_new: isNew(db, account, address) }));
}

/** Whether an account never exchanged mail with an address. Other accounts may be none of the caller's business. */
export function isNew(db: ReadDb, account: number | null, { email }: Pick<Address, 'email'>): boolean {
  const contact = db.get(sql`
    SELECT 1 FROM contacts WHERE account IS ${account} AND email = ${addressKey(email)} AND sent + received > 0`);
  return contact === undefined;
}

/**
 * The text of a body. Of HTML it is what the HTML says, because most recipients see that, and what its links and images name.
 * A plain text beside it that says something else is shown as well.
 */
function bodyText(body: OutgoingBody): string {
  if (body.kind === 'markdown')
    return [body.markdown, ...(body.signature === null ? [] : [body.signature])].join('\n\n');
  const { text, hidden } = htmlToText(body.html);
  const addresses = addressesIn(body.html);
  const isSame = body.text === null || squeezed(body.text) === squeezed(text);
  return [
    text,
    ...(addresses.length > 0 ? [`--- Links and images ---\n\n${addresses.join('\n')}`] : []),
    ...(hidden > 0 ? [`--- ${hidden} hidden characters ---`] : []),
    ...(isSame ? [] : [`--- Plain text version ---\n\n${body.text}`]),
  ].join('\n\n');
}

const addressAttributes = ['href', 'src', 'srcset', 'background', 'poster', 'action', 'formaction', 'data'];

/** What the links and images of HTML name, once each. */
function addressesIn(html: string): string[] {
  const found = new Set<string>();
  walkHtml(html, {
    open(_name, attributes) {
      for (const name of addressAttributes) found.add(attributes.get(name)?.trim() ?? '');
    },
    text() {},
    close() {},
    isForeign: () => false,
  });
  return [...found].filter((address) => address !== '' && !address.startsWith('cid:'));
}

/** The longest text that is shown, in characters. */
const maxShownChars = 100_000;

function shortened(text: string): string {
  const left = text.length - maxShownChars;
  return left <= 0 ? text : `${text.slice(0, maxShownChars)}\n\n--- ${left} more characters ---`;
}

function squeezed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
