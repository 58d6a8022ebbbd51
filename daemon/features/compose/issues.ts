import type { z } from 'zod';
import type { composeIssue } from '../../contract/draft.ts';
import type { Draft, DraftFile } from '../../mail/drafts.ts';
import { readAddressText } from '../../mail/mime/address-text.ts';
import { placeholdersIn } from '../../mail/snippets.ts';
import { ownText } from '../../mail/text/quotes.ts';
import { fetchFromOf } from '../../mail/writing/files.ts';

type Issue = z.input<typeof composeIssue>;

export type IssueFacts = {
  draft: Draft;
  files: readonly DraftFile[];
  /** The owner's addresses, lower-case. */
  own: ReadonlySet<string>;
  /** Whether the signature it names is there; true where it names none. */
  hasSignature: boolean;
};

/** What stands in the way of sending a draft, and what may be an oversight (wire-contract, section 10.3). */
export function issuesOf({ draft, files, own, hasSignature }: IssueFacts): Issue[] {
  return [
    ...recipientIssues(draft),
    ...fromIssues(draft, own),
    ...(draft.subject.trim() === '' ? [warning('It has no subject.')] : []),
    ...(draft.body.trim() === '' ? [warning('It says nothing.')] : []),
    ...unfilled(draft).map((name) => warning(`{${name}} has not been filled in.`)),
    ...files.flatMap(fileIssues),
    ...(hasSignature ? [] : [warning(`There is no signature named ${draft.signature}, so none is put below.`)]),
  ];
}

function recipientIssues({ to_text, cc_text, bcc_text }: Draft): Issue[] {
  const lines = [to_text, cc_text, bcc_text].map(readAddressText);
  const bad = lines.flatMap((line) => line.bad);
  if (bad.length > 0) return bad.map((typed) => error(`"${typed}" is no address that mail can be sent to.`));
  return lines.every(({ addresses }) => addresses.length === 0) ? [error('Nobody is named to send it to.')] : [];
}

function fromIssues({ from_text }: Draft, own: ReadonlySet<string>): Issue[] {
  const { addresses, bad } = readAddressText(from_text);
  const [from] = addresses;
  if (from_text.trim() === '') return [];
  if (!from || addresses.length > 1 || bad.length > 0) return [error(`"${from_text}" is no address to send from.`)];
  return own.has(from.email.toLowerCase()) ? [] : [error(`${from.email} is none of your addresses.`)];
}

/** In what somebody wrote, not in what they quote. */
function unfilled({ subject, body }: Draft): string[] {
  return [...new Set([...placeholdersIn(subject), ...placeholdersIn(ownText(body))])];
}

function fileIssues(file: DraftFile): Issue[] {
  if (file.content !== null || (file.position === null && file.cid === null)) return [];
  const trouble = fetchFromOf(file)?.trouble;
  if (trouble !== undefined) return [error(`${file.name} cannot be attached. ${trouble}`)];
  return [warning(`${file.name} is still being fetched from the mail server.`)];
}

function error(message: string): Issue {
  return { severity: 'error', message };
}

function warning(message: string): Issue {
  return { severity: 'warning', message };
}
