import type { z } from 'zod';
import type { composeIssue } from '../../contract/draft.ts';
import type { Draft, DraftFile } from '../../mail/drafts/drafts.ts';
import { parseAddressText } from '../../mail/mime/address/address-text.ts';
import { placeholdersIn } from '../../mail/drafts/snippets.ts';
import { ownText } from '../../mail/text/quotes.ts';
import { forwardedFileSource } from '../../mail/compose/draft-files.ts';

type Issue = z.input<typeof composeIssue>;

type IssueFacts = {
  draft: Draft;
  files: readonly DraftFile[];
  /** The user's addresses, lower-case. */
  ownAddresses: ReadonlySet<string>;
  /** Whether the draft's signature exists; true if it has none. */
  hasSignature: boolean;
};

/** Issues that prevent sending a draft, and possible oversights (wire-contract, section 10.3). */
export function issuesOf({ draft, files, ownAddresses, hasSignature }: IssueFacts): Issue[] {
  return [
    ...recipientIssues(draft),
    ...fromIssues(draft, ownAddresses),
    ...(draft.subject.trim() === '' ? [warning('It has no subject.')] : []),
    ...(draft.body.trim() === '' ? [warning('It has no text.')] : []),
    ...unfilledPlaceholders(draft).map((name) => warning(`{${name}} hasn’t been filled in.`)),
    ...files.flatMap(fileIssues),
    ...(hasSignature ? [] : [warning(`There is no signature named ${draft.signature}, so none is added.`)]),
  ];
}

function recipientIssues({ to_text, cc_text, bcc_text }: Draft): Issue[] {
  const lines = [to_text, cc_text, bcc_text].map(parseAddressText);
  const bad = lines.flatMap((line) => line.invalid);
  if (bad.length > 0) return bad.map((entry) => error(`"${entry}" is no address that mail can be sent to.`));
  return lines.every(({ addresses }) => addresses.length === 0) ? [error('There are no recipients.')] : [];
}

function fromIssues({ from_text }: Draft, ownAddresses: ReadonlySet<string>): Issue[] {
  const { addresses, invalid } = parseAddressText(from_text);
  const [from] = addresses;
  if (from_text.trim() === '') return [];
  if (!from || addresses.length > 1 || invalid.length > 0) return [error(`"${from_text}" is no address to send from.`)];
  return ownAddresses.has(from.email.toLowerCase()) ? [] : [error(`${from.email} isn’t one of your addresses.`)];
}

/** Searches the user's text only, not the quoted text. */
function unfilledPlaceholders({ subject, body }: Draft): string[] {
  return [...new Set([...placeholdersIn(subject), ...placeholdersIn(ownText(body))])];
}

function fileIssues(file: DraftFile): Issue[] {
  if (file.content !== null || (file.position === null && file.cid === null)) return [];
  const trouble = forwardedFileSource(file)?.error;
  if (trouble !== undefined) return [error(`${file.name} can’t be attached. ${trouble}`)];
  return [warning(`${file.name} is still being downloaded from the mail server.`)];
}

function error(message: string): Issue {
  return { severity: 'error', message };
}

function warning(message: string): Issue {
  return { severity: 'warning', message };
}
