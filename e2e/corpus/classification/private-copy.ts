import { readFileSync } from 'node:fs';
import { parseMessage } from '../../../daemon/mail/mime/parse.ts';
import type { ParsedMessage } from '../../../daemon/mail/mime/parsed-message.ts';
import { corpusFile } from '../../corpus.ts';

/** Fields that the software of a list adds, with their continuation lines. */
const listFields =
  /^(?:list-[a-z-]+|precedence|sender|errors-to|mailing-list|archived-at|x-beenthere|x-mailman-[a-z-]+|x-mailing-list|x-mailfrom|delivered-to|x-original-to|return-path|(?:x-)?message-id-hash):.*\r?\n(?:[ \t].*\r?\n)*/gim;

const listAddresses = /@(?:lists?\.|vger\.|listman\.|mailman\.|googlegroups\.|kvack\.org$|nongnu\.org$)|^discuss-/i;
const subjectTag = /\[usrp-users\]\s*/gi;
const footer = /\n_{20,}\s*\n[^\n]*mailing list[\s\S]*$/i;

/** A message of the corpus, by its path. */
export function parsedFile(path: string): ParsedMessage {
  return parseMessage(readFileSync(corpusFile(path)));
}

export function isListAddress(email: string): boolean {
  return listAddresses.test(email);
}

/**
 * A post to a list as its first recipient would have received it if the writer had left out the list: without the fields, the
 * recipients, the subject tag and the footer of the list. The corpus has no other personal mail of today.
 */
export function privateCopyOf(path: string): ParsedMessage {
  const source = readFileSync(corpusFile(path), 'latin1');
  const bodyAt = /\r?\n\r?\n/.exec(source)?.index ?? source.length;
  // The last line of the header keeps its end.
  const header = source.slice(0, bodyAt + 1).replace(listFields, '');
  const parsed = parseMessage(Buffer.from(header + source.slice(bodyAt + 1), 'latin1'));
  return {
    ...parsed,
    to: parsed.to.filter(({ email }) => !isListAddress(email)),
    cc: parsed.cc.filter(({ email }) => !isListAddress(email)),
    subject: parsed.subject.replace(subjectTag, ''),
    text: parsed.text.replace(footer, '\n'),
  };
}
