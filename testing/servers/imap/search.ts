import { textOf, wordsOf } from './command.ts';
import type { Argument } from './command.ts';
import { flagsOf } from './folder.ts';
import type { ServerPlacement } from './folder.ts';
import { quirkOfFolder } from './quirks.ts';
import { readSet, writeSet } from './sequence-set.ts';
import type { Handler, Session } from './session.ts';
import { fieldOf, readPart } from './structure.ts';
import type { View } from './view.ts';

type Predicate = (place: ServerPlacement) => boolean;

const searchHandler =
  (isByUid: boolean): Handler =>
  (session, args, { tag }) => {
    const { view, capabilities } = session;
    if (!view) return 'BAD No folder is open';
    const isExtended = textOf(args[0]).toUpperCase() === 'RETURN';
    if (isExtended && !capabilities.has('ESEARCH')) return 'BAD There is no ESEARCH';
    const found = hits(session, view, isExtended ? args.slice(2) : args, isByUid);
    if (typeof found === 'string') return found;
    session.sendLine(
      isExtended
        ? `* ESEARCH (TAG "${tag}")${isByUid ? ' UID' : ''}${esearchResult(found, wordsOf(args[1]))}`
        : `* SEARCH${found.map((hit) => ` ${hit}`).join('')}`,
    );
    return 'OK done';
  };

function hits({ quirks }: Session, view: View, args: Argument[], isByUid: boolean): number[] | string {
  const tests = readKeys(args, view);
  if (typeof tests === 'string') return tests;
  const { isDescending, unsearchable = [] } = quirkOfFolder(quirks, view.path);
  const found = view.folder.placements
    .filter(({ uid }) => view.uids.includes(uid) && !unsearchable.includes(uid))
    .filter((place) => tests.every((test) => test(place)))
    .map(({ uid }) => (isByUid ? uid : view.uids.indexOf(uid) + 1));
  return isDescending ? found.toReversed() : found;
}

function esearchResult(found: readonly number[], options: readonly string[]): string {
  const isRequested = (option: string) => options.includes(option) || (option === 'ALL' && options.join('') === '');
  const all = found.length > 0 && isRequested('ALL') ? ` ALL ${writeSet(found)}` : '';
  return `${isRequested('COUNT') ? ` COUNT ${found.length}` : ''}${all}`;
}

/** Parses search keys, all of which have to match; returns the answer to unknown keys. */
function readKeys(args: Argument[], view: View): Predicate[] | string {
  const rest = [...args];
  const tests: Predicate[] = [];
  const next = () => textOf(rest.shift());
  while (rest.length > 0) {
    const [group] = rest;
    if (Array.isArray(group)) {
      const inside = readKeys(group, view);
      if (typeof inside === 'string') return inside;
      tests.push(...inside);
      rest.shift();
      continue;
    }
    const key = next();
    const test = setTest(key, view) ?? searchKeys[key.toUpperCase()]?.(next, view);
    if (!test) return `BAD The search key ${key} is unknown`;
    tests.push(test);
  }
  return tests;
}

function setTest(key: string, { uids }: View): Predicate | undefined {
  if (!/^[\d*][\d:,*]*$/.test(key)) return undefined;
  const isIn = readSet(key, uids.length);
  return ({ uid }) => isIn(uids.indexOf(uid) + 1);
}

const searchKeys: Record<string, (next: () => string, view: View) => Predicate> = {
  ALL: () => () => true,
  UID: (next, { uids }) => {
    const isIn = readSet(next(), uids.at(-1) ?? 0);
    return ({ uid }) => isIn(uid);
  },
  TEXT: (next) => containing(next(), (text) => text),
  BODY: (next) => containing(next(), (text) => readPart(text).body),
  FROM: (next) => containing(next(), (text) => fieldOf(readPart(text).header, 'From')),
  TO: (next) => containing(next(), (text) => fieldOf(readPart(text).header, 'To')),
  CC: (next) => containing(next(), (text) => fieldOf(readPart(text).header, 'Cc')),
  BCC: (next) => containing(next(), (text) => fieldOf(readPart(text).header, 'Bcc')),
  SUBJECT: (next) => containing(next(), (text) => fieldOf(readPart(text).header, 'Subject')),
  'X-GM-RAW': (next) => gmailTest(next()),
  HEADER: (next) => {
    const name = next();
    return containing(next(), (text) => fieldOf(readPart(text).header, name));
  },
  SINCE: (next) => {
    const day = Date.parse(`${next()} UTC`);
    return ({ message }) => message.received.getTime() >= day;
  },
  BEFORE: (next) => {
    const day = Date.parse(`${next()} UTC`);
    return ({ message }) => message.received.getTime() < day;
  },
  SEEN: () => flagged('\\Seen'),
  UNSEEN: () => not(flagged('\\Seen')),
  FLAGGED: () => flagged('\\Flagged'),
  UNFLAGGED: () => not(flagged('\\Flagged')),
  DELETED: () => flagged('\\Deleted'),
  UNDELETED: () => not(flagged('\\Deleted')),
  MODSEQ: (next) => {
    const least = Number(next());
    return ({ modseq }) => modseq >= least;
  },
};

/** A query of Gmail: words, fields and times. */
function gmailTest(query: string): Predicate {
  const terms = query.match(/(?:\w+:)?(?:"[^"]*"|\S+)/g) ?? [];
  const tests = terms.map((term): Predicate => {
    const [, field, value = ''] = /^(?:(\w+):)?(.*)$/s.exec(term.replaceAll('"', '')) ?? [];
    if (field === 'after') return ({ message }) => message.received.getTime() / 1000 > Number(value);
    if (field === 'before') return ({ message }) => message.received.getTime() / 1000 < Number(value);
    return containing(value, (text) => (field === undefined ? text : fieldOf(readPart(text).header, field)));
  });
  return (place) => tests.every((test) => test(place));
}

function containing(words: string, within: (message: string) => string): Predicate {
  return ({ message }) => within(message.bytes.toString('latin1')).toLowerCase().includes(words.toLowerCase());
}

function flagged(flag: string): Predicate {
  return (place) => flagsOf(place).includes(flag);
}

function not(test: Predicate): Predicate {
  return (place) => !test(place);
}

export const searchCommands: Record<string, Handler> = {
  SEARCH: searchHandler(false),
  'UID SEARCH': searchHandler(true),
};
