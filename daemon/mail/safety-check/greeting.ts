import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { contactSearchWords, foldSearchText } from '../contacts/search-words.ts';
import type { CheckedDraft, Recipient } from './checked-draft.ts';
import { wholeWords } from './text-helpers.ts';
import type { CheckContext } from './check-context.ts';

const greetingWords = `hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening)|morning|hallo|liebe[rs]?|lieb|guten (?:morgen|tag|abend)|moin
  |sehr geehrte[rs]?|bonjour|bonsoir|salut|coucou|cher|chère|hola|buenos días|buenas tardes|querid[oa]|estimad[oa]|ciao|car[oa]|gentile
  |buongiorno|olá|oi|prezad[oa]|bom dia|hoi|beste|geachte|dag|goedemorgen|hej|hei|kära?|kjære|cześć|drog[ai]|ahoj|milý|milá|szia|kedves|dragă|bună`;
const titles =
  'mr|mrs|ms|miss|dr|prof|herrn?|frau|m|mme|madame|monsieur|sr|sra|señora?|signora?|sig|sig\\.ra|dhr|mevrouw|pan|pani';
const greetingPattern = new RegExp(
  `^[*_\\s]*(?:${greetingWords.replace(/\s*\n\s*/g, '')})\\s+(?:(?:${titles})\\.?\\s+)*`,
  'iu',
);
const namePattern = "\\p{Lu}[\\p{L}\\p{M}'’-]+";
const nameListPattern = new RegExp(
  `^${namePattern}(?:(?:\\s*,\\s*|\\s+(?:and|und|et|y|e|en|og|och|i|a|&)\\s+|\\s+)${namePattern}){0,4}`,
  'u',
);
const groupPattern = wholeWords(
  'all|both|everyone|everybody|team|folks|there|friends?|colleagues?|sir|madam|alle|allerseits|zusammen|leute|damen|herren|tous|toutes|todos|todas|tutti|allemaal|alla',
);

/** Messages to more recipients are not greeted by name. */
const maxRecipients = 6;

/** The greeting names another correspondent of the user instead of a recipient. */
export function greetingIssues(
  { ownText, recipients, history }: CheckedDraft,
  { db }: CheckContext,
): DraftSafetyIssue[] {
  const names = greetedNames(ownText);
  if (names.length === 0 || recipients.length === 0 || recipients.length > maxRecipients) return [];
  const words = new Set(recipients.flatMap((each) => recipientWords(each, history.get(each.key)?.names)));
  if (names.some((name) => isNamed(name, words, recipients))) return [];
  const suggestion = contactNamed(db, names);
  if (suggestion === undefined) return [];
  const message = `You greet ${names.join(' ')}, but no recipient has that name. Did you mean ${suggestion}?`;
  return [{ code: 'wrong_recipient', severity: 'warning', message, detail: suggestion }];
}

/** The names in a greeting, as written. */
function greetedNames(text: string): string[] {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const greeting = greetingPattern.exec(line.slice(0, 200))?.[0];
  const names = greeting === undefined ? '' : (nameListPattern.exec(line.slice(greeting.length, 200))?.[0] ?? '');
  return groupPattern.test(names) ? [] : names.split(/[\s,&]+/).filter((each) => /^\p{Lu}/u.test(each));
}

function recipientWords({ key, name }: Recipient, names = ''): string[] {
  return contactSearchWords({ email: key, name, name_by_owner: names });
}

/** `robert.lee@…` and `rlee@…` both match Lee; `Rob` matches Robert. */
function isNamed(name: string, words: ReadonlySet<string>, recipients: readonly Recipient[]): boolean {
  const folded = foldSearchText(name);
  if ([...words].some((word) => word === folded || (folded.length > 2 && word.startsWith(folded)))) return true;
  return folded.length > 2 && recipients.some(({ key }) => foldSearchText(key).split('@')[0]!.includes(folded));
}

/** The correspondent with that name who is most likely meant. */
function contactNamed(db: ReadDb, names: readonly string[]): string | undefined {
  return db.get<{ email: string }>(sql`
    SELECT c.email FROM contact_words w JOIN contacts c ON c.id = w.contact
    WHERE w.word IN (SELECT value FROM json_each(${jsonList(names.map(foldSearchText))})) AND c.sent > 0
    ORDER BY c.rank DESC LIMIT 1`)?.email;
}
