import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { parseQuery } from './parse.ts';
import type { QueryNode } from './query-node.ts';

/** A node on one line: `(a & !b)`, `from:a`, `a ~3 b`, `[flag 1 false]`. */
function format(node: QueryNode | undefined): string {
  switch (node?.kind) {
    case undefined:
      return '';
    case 'all':
    case 'any':
      return `(${node.members.map(format).join(node.kind === 'all' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${format(node.member)}`;
    case 'text':
      return `${node.column ? `${node.column}:` : ''}${node.text}${node.isBeginning ? '*' : ''}`;
    case 'near':
      return `${node.column ? `${node.column}:` : ''}${node.texts.join(` ~${node.distance} `)}`;
    case 'filter':
      return `[${Object.values(node.filter).join(' ')}]`;
  }
}

const read = (query: string) => format(parseQuery(query));

function parseError(query: string): { at: string; message: string } {
  try {
    parseQuery(query);
  } catch (failed) {
    assert.ok(failed instanceof Failure && failed.code === 'bad_query', String(failed));
    const { position, length } = failed.details as { position: number; length: number };
    return { at: query.slice(position, position + length), message: failed.message };
  }
  throw new Error(`${query} was accepted`);
}

const grammar: Record<string, [query: string, read: string][]> = {
  'words and phrases': [
    ['spring proofs', '(spring & proofs)'],
    ['spring "the two covers"', '(spring & the two covers)'],
    ['"a \\"quoted\\" word"', 'a "quoted" word'],
    ['"two covers', 'two covers'],
    ['+spring +"two covers"', '(spring & two covers)'],
    ['e-mail', 'e-mail'],
    ['  ""  -  * -- " ', ''],
  ],
  'operators in any case': [
    ['a AND b', '(a & b)'],
    ['a or b', '(a | b)'],
    ['a b OR c d', '((a & b) | (c & d))'],
    ['a (b OR c)', '(a & (b | c))'],
    ['a not b', '(a & !b)'],
    ['NOT a', '!a'],
    ['-a -"b c" -(d e)', '(!a & !b c & !(d & e))'],
    ['"and"', 'and'],
    ['NOT -a', '!!a'],
  ],
  'braces are alternatives': [
    ['{a b}', '(a | b)'],
    ['{a AND b or c}', '(a | b | c)'],
    ['x {a (b c) -d}', '(x & (a | (b & c) | !d))'],
  ],
  around: [
    ['a AROUND 3 b', 'a ~3 b'],
    ['"a AROUND 3 b c"', 'a ~3 b c'],
    ['a AROUND 3 "b c" d', '(a ~3 b c & d)'],
    ['a AROUND 3 b OR c', '(a ~3 b | c)'],
    ['a AROUND 1 b AROUND 2 c', '(a ~1 b & b ~2 c)'],
    ['subject:(a AROUND 3 b)', 'subject:a ~3 b'],
    ['AROUND 5 people', '(AROUND & 5 & people)'],
    ['around 5 pm', '(around & 5 & pm)'],
  ],
  fields: [
    ['from:alice', 'from:alice*'],
    ['FROM:"Pager Relay" canary', '(from:Pager Relay* & canary)'],
    ['from:(a b)', '(from:a* & from:b*)'],
    ['from:(a OR b)', '(from:a* | from:b*)'],
    ['-subject:(a -b)', '!(subject:a* & !subject:b*)'],
    ['to:{a b}', '(to:a* | to:b*)'],
    ['list:x filename:y.pdf body:z cc:c bcc:d', '(list:x & filename:y.pdf & body:z & cc:c* & bcc:d*)'],
    ['from:and', 'from:and*'],
    ['from:-x', 'from:-x*'],
  ],
  filters: [
    ['is:unread', '[flag 1 false]'],
    ['-IS:Read', '![flag 1 true]'],
    ['is:(unread starred)', '([flag 1 false] & [flag 2 true])'],
    ['in:junk', '[flag 32 true]'],
    ['in:all_mail', '[everything]'],
    ['is:reply_later', '[reply-later]'],
    ['is:$Forwarded', '[keyword $forwarded]'],
    ['is:owed', '[owed-reply]'],
    ['has:attachments', '[trait 1 true]'],
    ['has:no-links', '[trait 8 false]'],
    ['has:purple_question', '[flag 2 true]'],
    ['label:"My label"', '[label My label]'],
    ['category:Primary', '[label CATEGORY_PERSONAL]'],
    ['deliveredto:Ada@Example.test', '[delivered-to ada@example.test]'],
    ['rfc822msgid:<A.b@c>', '[message-id A.b@c]'],
    ['size:>=1.5mb', '[size >= 1572864]'],
    ['size:10', '[size = 10]'],
    ['larger:2k smaller:1G', '([size > 2048] & [size < 1073741824])'],
    ['older_than:2w newer:3d', '([age older 1209600] & [age newer 259200])'],
    ['after:this_week', '[day after this-week]'],
  ],
  'a star and a name ask for beginnings': [
    ['catal* two*', '(catal* & two*)'],
    ['from:mart* from:"marta n"', '(from:mart* & from:marta n*)'],
    ['"two covers" body:cat*', '(two covers & body:cat*)'],
  ],
  'dates in plain words': [
    ['tea in march', '(tea & [day date [object Object]])'],
    ['2026-03', '[day date [object Object]]'],
    ['last week yesterday', '([day date last-week] & [day date yesterday])'],
    ['since monday -yesterday', '([day after [object Object]] & ![day date yesterday])'],
    ['before 2026-03-10', '[day before [object Object]]'],
    ['3 days ago OR march 2026', '([day date [object Object]] | [day date [object Object]])'],
    ['may march sunday 2026 3 march', '(may & march & sunday & 2026 & 3 & march)'],
    ['"last week" "in march"', '(last week & in march)'],
    ['from:yesterday subject:(last week)', '(from:yesterday* & subject:last* & subject:week*)'],
    ['march in', '(march & in)'],
  ],
  'what is no known field is text': [
    ['Re: hello', '(Re: & hello)'],
    ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['12:30 foo:bar', '(12:30 & foo:bar)'],
    ['meeting(s)', 'meeting(s)'],
    ['(meeting(s) OR x)', '(meeting(s) | x)'],
    ['--force', '--force'],
  ],
  'pasted text is searched for as it stands': [
    ['a) b', '(a & b)'],
    [':-)', ''],
    ['(', ''],
    ['(see below', '(see & below)'],
    ['trick or', '(trick & or)'],
    ['and then there were none', '(and & then & there & were & none)'],
    ['rock and not roll', '(rock & !roll)'],
    ['()', ''],
  ],
};

for (const [name, cases] of Object.entries(grammar)) {
  test(`a query is parsed: ${name}`, () => {
    assert.deepEqual(
      cases.map(([query]) => [query, read(query)]),
      cases,
    );
  });
}

test('a query that cannot be parsed is refused with the position of the error', () => {
  const refused: [query: string, at: string, message: RegExp][] = [
    ['from:', 'from:', /needs a value right after the colon, such as from:alice/],
    ['from: alice', 'from:', /needs a value/],
    ['x subject:""', '""', /needs a word/],
    ['label:""', '""', /needs a value/],
    ['to:()', 'to:(', /nothing in the parentheses/],
    ['is:unraed x', 'unraed', /Did you mean is:unread\? It can be unread, read, starred/],
    ['in:london', 'london', /It can be inbox,.* write label:name/],
    ['has:foo', 'foo', /It can be attachment, calendar/],
    ['category:work', 'work', /It can be social/],
    ['after:2026-02-30', '2026-02-30', /Use a date like 2026-03-01, today, yesterday or this-week\./],
    ['date:tomorrow', 'tomorrow', /today, yesterday/],
    ['older:2h', '2h', /d, w, m or y/],
    ['size:big', 'big', /size:>5mb/],
    ['larger:>5', '>5', /larger:5mb/],
    ['from:(a', '(', /isn’t closed/],
    ['from:x {a)', ')', /“}” is missing here/],
    ['is:unread a)', ')', /closes none that was opened/],
    ['from:(subject:x)', 'subject:', /inside the parentheses of “from:”/],
    ['AND', 'AND', /Nothing stands before “AND”/],
    ['from:a OR', 'OR', /Nothing stands after “OR”/],
    ['a OR OR b', 'OR', /Nothing stands before “OR”/],
    ['from:a -(NOT )', 'NOT', /Nothing stands after “NOT”/],
    ['from:x AROUND 3 y', 'AROUND 3', /between two words/],
    ['-a AROUND 3 b', 'AROUND 3', /between two words/],
  ];
  for (const [query, at, message] of refused) {
    const refusedAs = parseError(query);
    assert.equal(refusedAs.at, at, query);
    assert.match(refusedAs.message, message, query);
  }
});

test('the number of terms and the depth of a query are bounded, and parsing takes linear time', () => {
  assert.equal(read('a '.repeat(200)).split('&').length, 200);
  assert.match(parseError('a '.repeat(201)).message, /200 terms/);
  assert.equal(read(`${'('.repeat(50)}a${')'.repeat(50)}`), 'a');
  assert.match(parseError(`${'('.repeat(51)}a${')'.repeat(51)}`).message, /50 deep/);
  assert.match(parseError('NOT '.repeat(51) + 'a').message, /50 deep/);
});

test('any query is either parsed or refused with a position', () => {
  const pieces = [
    '(',
    '{',
    ')',
    '"',
    '-',
    '\\',
    'a AROUND 1 ',
    'NOT ',
    'OR ',
    'is:',
    'from:(',
    '((a) ',
    'AROUND',
    '\0',
    '\ud800',
  ];
  for (const piece of pieces) {
    for (const other of pieces) {
      const query = (piece + other).repeat(4000).slice(0, 4000);
      assert.doesNotThrow(() => {
        try {
          parseQuery(query);
        } catch (failed) {
          if (!(failed instanceof Failure) || failed.code !== 'bad_query') throw failed;
          const { position, length } = failed.details as { position: number; length: number };
          assert.ok(position >= 0 && length >= 0 && position + length <= query.length);
        }
      }, `${piece}${other}`);
    }
  }
});
