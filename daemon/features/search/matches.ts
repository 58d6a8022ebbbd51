import type { ReplyOf } from '../../handling.ts';
import { recipientsOf, rowMessages, type RowMessage } from '../../mail/messages.ts';
import { areAllFound, excerptOf, markedText, placesOf, soughtIn, type Sought } from '../../mail/query/found-places.ts';
import type { QueryNode } from '../../mail/query/query-node.ts';
import { textOf } from '../../mail/texts.ts';
import type { ReadDb } from '../../store/db.ts';
import type { searchRequests } from './contract.ts';
import type { Shown } from './page.ts';
import { attachmentsOf, furtherOf } from './store.ts';

type Match = ReplyOf<(typeof searchRequests)['find']>['matches'][number];

type MatchParts = {
  blobs: string;
  /** How many messages are opened at the most to show the place in their text. */
  opened: number;
};

/** Larger messages are not opened: a page of them would take seconds. In bytes. */
const largestOpened = 262_144;

/** Why each of the messages is a hit: where the words stand, and the stretch of its text about them. */
export function matchesOf(db: ReadDb, node: QueryNode, shown: readonly Shown[], parts: MatchParts): Match[] {
  const sought = soughtIn(node);
  if (sought.length === 0) return [];
  const ids = [...new Set(shown.map(({ id }) => id))];
  const messages = rowMessages(db, ids);
  const files = attachmentsOf(db, ids);
  const others = furtherOf(db, ids);
  let left = parts.opened;
  return ids.flatMap((id): Match[] => {
    const message = messages.get(id);
    if (!message) return [];
    const texts = {
      ...headerTexts(message),
      filename: (files.get(id) ?? []).map(({ filename }) => filename).join('\n'),
      list: others.get(id)?.list ?? '',
    };
    const excerpt = excerptOf(sought, 'body', message.snippet) ?? fromText(id, texts);
    const places = placesOf(sought, texts);
    const isInText = excerpt !== undefined || !areAllFound(sought, texts);
    return [
      {
        message_id: message.message_id,
        places: isInText ? [...places, 'body'] : places,
        subject: markedText(sought, 'subject', message.subject) ?? null,
        excerpt: excerpt ?? null,
      },
    ];
  });

  function fromText(id: number, texts: Record<string, string>) {
    if (left <= 0 || !mayBeInBody(sought) || (others.get(id)?.size ?? 0) > largestOpened) return undefined;
    // What is found in the subject needs no look into the text.
    if (areAllFound(sought, texts)) return undefined;
    left--;
    return excerptOf(sought, 'body', textOf(db, parts.blobs, id)?.text ?? '');
  }
}

function mayBeInBody(sought: readonly Sought[]): boolean {
  return sought.some(({ column }) => column === undefined || column === 'body');
}

function headerTexts(message: RowMessage) {
  const { to, cc, bcc } = recipientsOf(message);
  return {
    subject: message.subject,
    from: named({ name: message.from_name, email: message.from_email }),
    to: to.map(named).join('\n'),
    cc: cc.map(named).join('\n'),
    bcc: bcc.map(named).join('\n'),
  };
}

function named({ name, email }: { name: string | null; email: string }): string {
  return `${name ?? ''} ${email}`;
}
