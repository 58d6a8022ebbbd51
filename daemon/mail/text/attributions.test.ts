import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownText, splitIntoBlocks } from './quotes.ts';
import { snippetOf } from './snippet.ts';

/** The blocks of a text as kind and trimmed content. */
const blocksIn = (text: string) =>
  splitIntoBlocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end).trim()]);

describe('a wrapped attribution that begins with a name is recognized as a whole', () => {
  const attributions = [
    'Ada Byron\n<ada@engines.example> wrote on 3 May 2024:',
    'Ada Byron via Engines\n<engines@lists.example> wrote on Tue, 3 Dec 2024:',
    'Ada Byron <ada@engines.example>\nwrote on Tuesday, 3 December 2024 at 09:12:',
    'Ada Byron <ada@engines.example> wrote on Tuesday,\n3 December 2024:',
    '"Byron, Ada (Engines)"\n<ada@engines.example> schrieb am 3. Mai 2024 um 09:12:',
    'Ada Byron <ada@engines.example> ezt írta\n(időpont: 2024. dec. 3., K, 9:12):',
    'Ada Byron <ada@engines.example> 于\n2024年12月3日周二 09:12写道：',
    'Ada von Byron und zu Tal\nada@engines.example schreef op 3 mei 2024:',
    'On Tuesday, 3 December 2024 at 09:12, Ada\nByron via Engines <engines-users@\nlists.example>\nwrote:',
  ];
  for (const lines of attributions)
    test(lines.replaceAll('\n', ' / '), () => {
      assert.deepEqual(blocksIn(`Yes.\n\n${lines}\n\nShall we?`), [
        ['own', 'Yes.'],
        ['attribution', lines],
        ['quote', 'Shall we?'],
      ]);
      assert.equal(snippetOf(`Yes.\n\n${lines}\n> Shall we?`), 'Yes.');
    });
});

test('above quoted lines a wrapped introduction needs no date', () => {
  for (const lines of [
    'Ada Byron via Engines\n<engines@lists.example> wrote:',
    'On Tuesday, Ada Byron\n<ada@engines.example> wrote:',
    'In message <4711@engines.example> you\nwrote:',
    'In article <4711@engines.example>, Ada Byron\n<ada@engines.example> writes:',
  ])
    assert.deepEqual(blocksIn(`${lines}\n> Shall we?\n\nYes.`).slice(0, 2), [
      ['attribution', lines],
      ['quote', '> Shall we?'],
    ]);
});

test('text above an attribution, and text that begins with a name, stay own text', () => {
  const attribution = 'On 3 May 2024, Ada <ada@engines.example> wrote:\n> Shall we?';
  for (const own of ['I think so.\nSee you', 'See you,\nGrace', 'Grace Hopper'])
    assert.equal(ownText(`${own}\n${attribution}`), own);
  const texts = [
    'Ada Byron\n<ada@engines.example> is the one to ask, as of 3 May 2024:\n\nshe knows.',
    'Ada Byron <ada@engines.example>\nwill come on 3 May 2024:\n\nat noon.',
    'Tickets: ada@engines.example\nOpen from 10:30:\n\nthe hall.',
  ];
  for (const text of texts) assert.equal(ownText(text), text);
});

describe('the header that Lotus Notes writes above an answered message is recognized', () => {
  const headers = [
    'Ada Byron <ada@engines.example> on 12/03/2024 09:12:54 AM\nTo: "\'grace@navy.example\'" <grace@navy.example>\ncc:  \n\nSubject: Tea',
    'ada@engines.example on 12/03/2024 09:12:54 AM\nTo:\tgrace@navy.example\ncc:\tada@engines.example\nSubject:\tTea',
    'Ada Byron/Engines 03.12.2024 09:12\n\nAn: Grace Hopper\nKopie:\nBetreff: Tea',
    '-----Ada Byron/Engines/Co wrote: -----\nTo: grace@navy.example\nFrom: Ada Byron/Engines/Co\nDate: 12/03/2024 09:12AM\nSubject: Tea',
  ];
  for (const header of headers)
    test(header.split('\n')[0] ?? '', () => {
      assert.equal(ownText(`Yes.\n\n${header}\n\nShall we?`), 'Yes.');
    });
  test('a table of times is not one', () => {
    const text = 'The trains:\n\nExpress on 12/03/2024 09:12\nLocal on 12/03/2024 10:12\n\nWhich one?';
    assert.equal(ownText(text), text);
  });
});
