import { columns, wordsOf, type Column, type ScannedMail } from './scanned-mail.ts';

/** A query, its expected hits, and its kind: the query itself contains words of real people and is not printed. */
export type TestQuery = { query: string; kind: string; matches: (mail: ScannedMail) => boolean };

type QueryGeneratorDeps = {
  mails: readonly ScannedMail[];
  /** From 0 to below 1. */
  random: () => number;
  now: Date;
  /** The calendar day of an instant in unix seconds, YYYY-MM-DD. */
  dayOf: (seconds: number) => string;
};

/** An endless sequence of queries about the words, people, dates and states of `mails`. */
export function* randomQueries(deps: QueryGeneratorDeps): Generator<TestQuery, never> {
  const choices = randomChoices(deps.random);
  const leaf = questionsAboutMail({ ...deps, ...choices, someMail: () => choices.pick(deps.mails) });
  const question = combinedQuestions(leaf, choices);
  for (;;) yield question(3);
}

type Choices = {
  pick: <T>(list: readonly T[]) => T;
  /** True for this share of the calls. */
  chance: (share: number) => boolean;
};

type QuestionDeps = QueryGeneratorDeps & Choices & { someMail: () => ScannedMail };

function randomChoices(random: () => number): Choices {
  return {
    pick: (list) => list[Math.floor(random() * list.length)]!,
    chance: (share) => random() < share,
  };
}

/** Returns a function that makes a question with one condition. */
function questionsAboutMail(deps: QuestionDeps): () => TestQuery {
  const { mails, pick, chance } = deps;
  const { word, phrase, around, address, fieldGroup } = textQuestions(deps);
  const states = Object.entries(statesOf(mails));
  const state = (): TestQuery => {
    const [query, matches] = pick(states);
    return { query, kind: query, matches };
  };
  const time = () => timeQuestion(deps);
  const fact = () => factQuestion(deps);
  const field = () => pick(['subject', 'to', 'cc', 'body', 'filename', 'list'] as const);
  const kinds = [word, word, phrase, address, fieldGroup, around, state, state, time, fact];
  return () => (chance(0.2) ? word(field()) : pick(kinds)());
}

/** Questions about words that occur in the mail. */
function textQuestions({ random, pick, chance, someMail }: QuestionDeps) {
  function stretchIn(column: Column, count: number): string {
    for (let tries = 0; tries < 200; tries++) {
      const taken = stretch(someMail().raw[column], count, random);
      // A single character of a script without spaces is searched in another way, which has its own test.
      if (taken && wordsOf(taken).length > 0 && !/^.$/u.test(taken)) return taken;
    }
    return 'xyzzy';
  }

  function word(column?: Column): TestQuery {
    const text = stretchIn(column ?? pick(['body', 'body', 'subject', 'from']), 1);
    const written = hasMeaning(text) ? `"${text}"` : `${chance(0.05) ? '+' : ''}${text}`;
    return textQuestion(column, 'word', written, text);
  }

  function phrase(column?: Column): TestQuery {
    const text = stretchIn(column ?? pick(['body', 'subject']), 2 + Math.floor(random() * 2));
    return textQuestion(column, 'phrase', `"${text}"`, text);
  }

  function around(): TestQuery {
    const text = stretchIn('body', 2 + Math.floor(random() * 6)).split(/[^\p{L}\p{N}]+/u);
    const [left = 'a', right = left] = [text.find(Boolean), text.findLast(Boolean)];
    const distance = Math.floor(random() * 8);
    const [wanted, other] = [wordsOf(left), wordsOf(right)];
    const isNear = (words: readonly string[]) =>
      phraseIndexes(words, wanted).some((a) =>
        phraseIndexes(words, other).some((b) => (a < b ? b - a - wanted.length : a - b - other.length) <= distance),
      );
    return {
      query: chance(0.3) ? `"${left} AROUND ${distance} ${right}"` : `"${left}" AROUND ${distance} "${right}"`,
      kind: 'around',
      matches: ({ words }) => columns.some((column) => isNear(words[column])),
    };
  }

  function address(): TestQuery {
    const { from_email } = someMail();
    const [local = '', domain = ''] = from_email.split('@');
    const text = pick([from_email, local, domain].filter((each) => wordsOf(each).length > 0 && !/[\s"]/.test(each)));
    return text ? textQuestion('from', 'address', text, text) : word('from');
  }

  function fieldGroup(): TestQuery {
    const column = pick(['subject', 'from', 'body'] as const);
    const [a, b] = [word(column), phrase(column)];
    const bare = ({ query }: TestQuery) => query.slice(column.length + 1).replace(/^\+/, '');
    const isAny = chance(0.5);
    return {
      query: `${column}:(${bare(a)}${isAny ? ' OR ' : ' '}${bare(b)})`,
      kind: `${column}:(…)`,
      matches: (mail) => (isAny ? a.matches(mail) || b.matches(mail) : a.matches(mail) && b.matches(mail)),
    };
  }

  return { word, phrase, around, address, fieldGroup };
}

/** A passage of a text with `count` words. */
function stretch(text: string, count: number, random: () => number): string | undefined {
  const found = [...text.slice(0, 20_000).matchAll(/[\p{L}\p{N}][\p{L}\p{N}.'@_-]*/gu)];
  if (found.length < count) return undefined;
  const first = Math.floor(random() * (found.length - count + 1));
  const last = found[first + count - 1]!;
  const taken = text.slice(found[first]!.index, last.index + last[0].length);
  return taken.length > 80 || /["\\]/.test(taken) || /AROUND/.test(taken) ? undefined : taken;
}

function textQuestion(column: Column | undefined, kind: string, written: string, text: string): TestQuery {
  const wanted = wordsOf(text);
  const endsOpen = column !== undefined && ['subject', 'from', 'to', 'cc'].includes(column);
  return {
    query: column ? `${column}:${written}` : written,
    kind: column ? `${column}:${kind}` : kind,
    matches: ({ words }) =>
      (column ? [column] : columns).some((each) => phraseIndexes(words[each], wanted, endsOpen).length > 0),
  };
}

/** The queries about the state of a message, and which messages they find. */
function statesOf(mails: readonly ScannedMail[]): Record<string, (mail: ScannedMail) => boolean> {
  const bit =
    (value: number, isSet = true) =>
    (mail: ScannedMail) =>
      ((mail.flags & value) !== 0) === isSet;
  const trait =
    (value: number, isSet = true) =>
    (mail: ScannedMail) =>
      ((mail.content_flags & value) !== 0) === isSet;
  const archived = ({ flags, roles }: ScannedMail) => (flags & 64) !== 0 || (!roles.has('inbox') && !(flags & 60));
  return {
    'is:unread': bit(1, false),
    'is:read': bit(1),
    'is:starred': bit(2),
    'has:red-bang': bit(2),
    'is:draft': bit(4),
    'in:sent': bit(8),
    'is:trash': bit(16),
    'in:junk': bit(32),
    'is:replied': bit(128),
    'is:inbox': ({ roles }) => roles.has('inbox'),
    'in:archive': archived,
    'is:$forwarded': ({ keywords }) => keywords.includes('$Forwarded'),
    'is:$reply_later': ({ keywords }) => keywords.includes('reply-later'),
    'is:owed-reply': (mail) => isOwedReply(mail, mails),
    'in:anywhere': () => true,
    'has:attachment': trait(1),
    'has:invite': trait(2),
    'has:image': trait(4),
    'has:links': trait(8),
    'has:link-heavy': trait(16),
    'has:link-none': trait(8, false),
    'has:userlabels': ({ hasOwnLabel }) => hasOwnLabel,
    'has:nouserlabels': ({ hasOwnLabel }) => !hasOwnLabel,
    'label:house': ({ labels }) => labels.has('house'),
    'label:"Garden_Club"': () => false,
    'label:SENT': ({ labels }) => labels.has('sent'),
  };
}

function isOwedReply(
  { direction, list_id, flags, thread, sort_key }: ScannedMail,
  mails: readonly ScannedMail[],
): boolean {
  if (direction !== 'inbound' || list_id !== null || flags & (4 | 16 | 32)) return false;
  return !mails.some((other) => other.thread === thread && other.sort_key > sort_key && !(other.flags & 4));
}

function timeQuestion({ random, pick, someMail, now, dayOf }: QuestionDeps): TestQuery {
  const day = dayOf(someMail().sort_key);
  const [year, month, date] = day.split('-');
  const written = pick([day, `${year}/${month}/${date}`, `${month}/${date}/${year}`]);
  const days = 1 + Math.floor(random() * 9_000);
  const limit = Math.floor(now.getTime() / 1000) - days * 86_400;
  return pick<TestQuery>([
    { query: `after:${written}`, kind: 'after', matches: ({ sort_key }) => dayOf(sort_key) >= day },
    { query: `before:${written}`, kind: 'before', matches: ({ sort_key }) => dayOf(sort_key) < day },
    { query: `date:${written}`, kind: 'date', matches: ({ sort_key }) => dayOf(sort_key) === day },
    { query: `older_than:${days}d`, kind: 'older', matches: ({ sort_key }) => sort_key < limit },
    { query: `newer:${days}d`, kind: 'newer', matches: ({ sort_key }) => sort_key >= limit },
  ]);
}

function factQuestion({ pick, someMail }: QuestionDeps): TestQuery {
  const { size, header_id, delivered_to } = someMail();
  const kilobytes = Math.ceil(size / 1024);
  const facts: TestQuery[] = [
    { query: `size:${size}`, kind: 'size', matches: (mail) => mail.size === size },
    { query: `size:<=${kilobytes}k`, kind: 'size', matches: (mail) => mail.size <= kilobytes * 1024 },
    { query: `larger:${kilobytes}kb`, kind: 'larger', matches: (mail) => mail.size > kilobytes * 1024 },
    { query: `smaller:0.01m`, kind: 'smaller', matches: (mail) => mail.size < 10_486 },
  ];
  if (header_id && !/[\s"]/.test(header_id)) {
    const matches = (mail: ScannedMail) => mail.header_id?.toLowerCase() === header_id.toLowerCase();
    facts.push({ query: `rfc822msgid:<${header_id.toUpperCase()}>`, kind: 'rfc822msgid', matches });
  }
  const [to] = delivered_to;
  if (to && !/[\s"]/.test(to)) {
    const matches = (mail: ScannedMail) => mail.delivered_to.includes(to);
    facts.push({ query: `deliveredto:${to}`, kind: 'deliveredto', matches });
  }
  return pick(facts);
}

/** Returns a function that combines questions up to a depth. */
function combinedQuestions(leaf: () => TestQuery, { pick, chance }: Choices): (depth: number) => TestQuery {
  return function question(depth: number): TestQuery {
    if (depth === 0 || chance(0.35)) return leaf();
    const kind = pick(['and', 'and', 'AND', 'or', 'not', 'NOT', 'braces'] as const);
    const a = question(depth - 1);
    if (kind === 'not' || kind === 'NOT') {
      const query = kind === 'not' && a.kind !== 'around' ? `-${inParentheses(a)}` : `not ${inParentheses(a)}`;
      return { query, kind: `not(${a.kind})`, matches: (mail) => !a.matches(mail) };
    }
    const b = question(depth - 1);
    const [left, right] = [inParentheses(a), inParentheses(b)];
    const isAll = kind === 'and' || kind === 'AND';
    const query =
      kind === 'braces' ? `{${left} ${right}}` : `${left}${{ and: ' ', AND: ' and ', or: ' OR ' }[kind]}${right}`;
    return {
      query,
      kind: `(${a.kind} ${isAll ? 'and' : 'or'} ${b.kind})`,
      matches: (mail) => (isAll ? a.matches(mail) && b.matches(mail) : a.matches(mail) || b.matches(mail)),
    };
  };
}

function inParentheses({ query, kind }: TestQuery): string {
  return /^\(|^not\(|around/.test(kind) ? `(${query})` : query;
}

/** Whether a word has another meaning in a query, unless it is in quotes. */
function hasMeaning(text: string): boolean {
  return /^(and|or|not|around|today|yesterday|\d{4}-\d\d(-\d\d)?)$/i.test(text);
}

/** The index in `words` at which `wanted` begins. */
function phraseIndexes(words: readonly string[], wanted: readonly string[], endsOpen = false): number[] {
  const last = wanted.length - 1;
  const isAt = (i: number) =>
    wanted.every((word, j) => words[i + j] === word || (endsOpen && j === last && words[i + j]?.startsWith(word)));
  return words.flatMap((_, i) => (wanted.length > 0 && isAt(i) ? [i] : []));
}
