import type { ReplyOf } from '../../handler-types.ts';
import { recipientsOf, rowMessages, type RowMessage } from '../../mail/messages/messages.ts';
import {
  matchesAllTerms,
  excerptOf,
  highlightedText,
  matchingColumns,
  searchTermsIn,
  type SearchTerm,
} from '../../mail/query/match-excerpts.ts';
import type { QueryNode } from '../../mail/query/query-node.ts';
import { textOf } from '../../mail/messages/texts.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import type { ResultRow } from './page.ts';
import { attachmentsOf, listAndSizeOf } from './store.ts';

type Match = ReplyOf<(typeof searchRequests)['find']>['matches'][number];

type MatchOptions = {
  blobs: string;
  /** The maximum number of messages that are opened to show the match in their text. */
  maxOpened: number;
};

/** Larger messages are not opened, because a page of them would take seconds. In bytes. */
const maxOpenedBytes = 262_144;

/** Why each message is a hit: where the words match, and an excerpt of its text. */
export function matchesOf(db: ReadDb, node: QueryNode, shown: readonly ResultRow[], options: MatchOptions): Match[] {
  const searchTerms = searchTermsIn(node);
  if (searchTerms.length === 0) return [];
  const ids = [...new Set(shown.map(({ id }) => id))];
  const messages = rowMessages(db, ids);
  const files = attachmentsOf(db, ids);
  const details = listAndSizeOf(db, ids);
  let remaining = options.maxOpened;
  return ids.flatMap((id): Match[] => {
    const message = messages.get(id);
    if (!message) return [];
    const texts = {
      ...headerTexts(message),
      filename: (files.get(id) ?? []).map(({ filename }) => filename).join('\n'),
      list: details.get(id)?.list ?? '',
    };
    const excerpt = excerptOf(searchTerms, 'body', message.snippet) ?? excerptFromText(id, texts);
    const columns = matchingColumns(searchTerms, texts);
    const isInText = excerpt !== undefined || !matchesAllTerms(searchTerms, texts);
    return [
      {
        message_id: message.message_id,
        places: isInText ? [...columns, 'body'] : columns,
        subject: highlightedText(searchTerms, 'subject', message.subject) ?? null,
        excerpt: excerpt ?? null,
      },
    ];
  });

  function excerptFromText(id: number, texts: Record<string, string>) {
    if (remaining <= 0 || !mayBeInBody(searchTerms) || (details.get(id)?.size ?? 0) > maxOpenedBytes) return undefined;
    // A match in the subject does not need the text.
    if (matchesAllTerms(searchTerms, texts)) return undefined;
    remaining--;
    return excerptOf(searchTerms, 'body', textOf(db, options.blobs, id)?.text ?? '');
  }
}

function mayBeInBody(searchTerms: readonly SearchTerm[]): boolean {
  return searchTerms.some(({ column }) => column === undefined || column === 'body');
}

function headerTexts(message: RowMessage) {
  const { to, cc, bcc } = recipientsOf(message);
  return {
    subject: message.subject,
    from: nameAndAddress({ name: message.from_name, email: message.from_email }),
    to: to.map(nameAndAddress).join('\n'),
    cc: cc.map(nameAndAddress).join('\n'),
    bcc: bcc.map(nameAndAddress).join('\n'),
  };
}

function nameAndAddress({ name, email }: { name: string | null; email: string }): string {
  return `${name ?? ''} ${email}`;
}
