import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { contactWords, foldedName } from '../contact-words.ts';
import type { CheckContext } from './check.ts';
import type { CheckedDraft, Recipient } from './reading.ts';
import { wholeWords } from './words.ts';

const opens = `hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening)|morning|hallo|liebe[rs]?|lieb|guten (?:morgen|tag|abend)|moin
  |sehr geehrte[rs]?|bonjour|bonsoir|salut|coucou|cher|chère|hola|buenos días|buenas tardes|querid[oa]|estimad[oa]|ciao|car[oa]|gentile
  |buongiorno|olá|oi|prezad[oa]|bom dia|hoi|beste|geachte|dag|goedemorgen|hej|hei|kära?|kjære|cześć|drog[ai]|ahoj|milý|milá|szia|kedves|dragă|bună`;
const titles =
  'mr|mrs|ms|miss|dr|prof|herrn?|frau|m|mme|madame|monsieur|sr|sra|señora?|signora?|sig|sig\\.ra|dhr|mevrouw|pan|pani';
const opening = new RegExp(`^[*_\\s]*(?:${opens.replace(/\s*\n\s*/g, '')})\\s+(?:(?:${titles})\\.?\\s+)*`, 'iu');
const oneName = "\\p{Lu}[\\p{L}\\p{M}'’-]+";
const nameList = new RegExp(
  `^${oneName}(?:(?:\\s*,\\s*|\\s+(?:and|und|et|y|e|en|og|och|i|a|&)\\s+|\\s+)${oneName}){0,4}`,
  'u',
);
const everybody = wholeWords(
  'all|both|everyone|everybody|team|folks|there|friends?|colleagues?|sir|madam|alle|allerseits|zusammen|leute|damen|herren|tous|toutes|todos|todas|tutti|allemaal|alla',
);

/** More recipients than this are greeted by no names. */
const most = 6;

/** The greeting names somebody else than those it goes to, whom the owner also writes to. */
export function greetingIssues({ written, recipients, known }: CheckedDraft, { db }: CheckContext): DraftSafetyIssue[] {
  const names = greeted(written);
  if (names.length === 0 || recipients.length === 0 || recipients.length > most) return [];
  const words = new Set(recipients.flatMap((each) => wordsOf(each, known.get(each.key)?.names)));
  if (names.some((name) => isNamed(name, words, recipients))) return [];
  const meant = contactCalled(db, names);
  if (meant === undefined) return [];
  const message = `You greet ${names.join(' ')}, and nobody it goes to has that name. Did you mean ${meant}?`;
  return [{ code: 'wrong_recipient', severity: 'warning', message, detail: meant }];
}

/** The names in a greeting, as they are written. */
function greeted(text: string): string[] {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const greeting = opening.exec(line.slice(0, 200))?.[0];
  const names = greeting === undefined ? '' : (nameList.exec(line.slice(greeting.length, 200))?.[0] ?? '');
  return everybody.test(names) ? [] : names.split(/[\s,&]+/).filter((each) => /^\p{Lu}/u.test(each));
}

function wordsOf({ key, name }: Recipient, names = ''): string[] {
  return contactWords({ email: key, name, called: names });
}

/** `robert.lee@…` and `rlee@…` are both Lee; `Rob` is Robert. */
function isNamed(name: string, words: ReadonlySet<string>, recipients: readonly Recipient[]): boolean {
  const folded = foldedName(name);
  if ([...words].some((word) => word === folded || (folded.length > 2 && word.startsWith(folded)))) return true;
  return folded.length > 2 && recipients.some(({ key }) => foldedName(key).split('@')[0]!.includes(folded));
}

/** Whom the owner has written to by that name, most likely meant. */
function contactCalled(db: ReadDb, names: readonly string[]): string | undefined {
  return db.get<{ email: string }>(sql`
    SELECT c.email FROM contact_words w JOIN contacts c ON c.id = w.contact
    WHERE w.word IN (SELECT value FROM json_each(${jsonList(names.map(foldedName))})) AND c.sent > 0
    ORDER BY c.rank DESC LIMIT 1`)?.email;
}
