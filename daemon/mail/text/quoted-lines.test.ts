import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownText } from './quotes.ts';

describe('the rest of a quoted line that was wrapped without a marker belongs to the quote', () => {
  const quotes = {
    'a word between the halves of a sentence':
      '> The engine weaves algebraic patterns just as the loom of Mr Jacquard\nweaves\n> flowers and leaves, as we have said before.',
    'the beginning of a sentence that goes on below':
      '> We have now seen what the wheels of the engine can do with numbers.\nThey have\n> to be cut with great care, which takes time.',
    'an address in a header':
      '> Cc: Charles Babbage; grace@navy.example; jacquard@looms.example;\nengine-builders@lists.engines.example;\n> Subject: Wheels',
    'a name in a header': '> From: engines@lists.example [mailto:engines@lists.example] On Behalf Of\nAda\n> Byron',
    'a number of a table':
      '>> 1843-08-27    370    145    (39.19%)    181    (48.92%)    79    (21.35%)\n120\n>> 1843-08-28',
  };
  for (const [name, quote] of Object.entries(quotes))
    test(name, () => assert.equal(ownText(`On 3 May 2024, Ada wrote:\n${quote}\n\nI see.`), 'I see.'));
});

describe('an answer directly below a quoted line stays own text', () => {
  const lineAbove = {
    'a question': '> Do you think that the engine could also play a game of chess or two?',
    'a sentence': '> I think that the engine could be taught to play chess by all of us.',
    'an unfinished sentence': '> so that in the end the engine could be taught to play chess with you',
    'a program': '> +	if (wheel_position(engine, column) != expected_position(column)) {',
    'a short line': '> That is the mill!',
  };
  const answers = ['Yes', 'no', 'Agreed.', 'Sounds good to me.', 'sounds good.', 'I doubt it.', 'i doubt it', '+1'];
  for (const [kind, above] of Object.entries(lineAbove))
    test(kind, () => {
      for (const answer of kind === 'an unfinished sentence' ? answers.slice(0, 4) : answers)
        assert.equal(ownText(`${above}\n${answer}\n>\n> Charles`), answer, answer);
    });
  test('a long line is not wrapped', () => {
    assert.equal(ownText(`> ${'words of the letter '.repeat(8)}\nmaybe\n> more`), 'maybe');
  });
});

describe('an indented quote', () => {
  const attribution = 'Yes.\n\nOn 3 May 2024 at 09:12, Ada Byron <ada@engines.example> wrote:';

  test('goes on below an answer, where its lines are marked', () => {
    const text = `${attribution}\n\n    > Wheels?\n\n    Which ones?\n\nAll.\n\n    > Levers?\n\n    These too?\n\nNone.`;
    assert.equal(ownText(text), 'Yes.\n\nAll.\n\nNone.');
  });

  test('does not take indented lines of the answer', () => {
    const text = `${attribution}\n\n    Wheels?\n\nRun this:\n\n    engine --wheels\n\nand wait.`;
    assert.equal(ownText(text), 'Yes.\n\nRun this:\n\n    engine --wheels\n\nand wait.');
  });

  test('is not what begins with a title or with an indented first line: all below is the earlier message', () => {
    const title = `${' '.repeat(24)}NEWS OF ENGINES`;
    assert.equal(ownText(`${attribution}\n\n${title}\n\nThe mill turns.\n\nMore follows.`), 'Yes.');
    assert.equal(ownText(`${attribution}\n\n    Dear Grace, the mill turns\nand all is well.\n\nAda`), 'Yes.');
  });
});

test('lines that begin with the initials of their writer are quoted, and prompts of programs are not', () => {
  const text = 'Tuesday, 3 December 2024, 9:12:00, you wrote:\n\nAB> Tea?\n\nPlease.\n\nAB> Milk?\nNo.';
  assert.equal(ownText(`Hello,\n\n${text}`), 'Hello,\n\nPlease.\n\nNo.');
  const prompts = 'I ran it.\n\nSQL> select 1;\nSQL> quit\n\nNothing.';
  assert.equal(ownText(prompts), prompts);
});
