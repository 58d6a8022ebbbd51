import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unflow } from '../content/flowed.ts';
import { contentIdsIn, renderBody } from './body.ts';
import { flowedText } from './flowed-text.ts';

const render = (markdown: string, signature: string | null = null) =>
  renderBody({ kind: 'markdown', markdown, signature });

test('Markdown is readable in a program that shows plain text only', () => {
  const { text } = render(`# Plan

Hello **Ada**, see [the plan](https://example.org/plan) or https://example.org/ü,
or write to <bob@example.org>, _please_. \`x = 1\` and \\*this\\*.

1. one
   - two
   - [three](mailto:ada@example.org)
2. four

- apart

- from each other

> quoted
> > twice

![the map](cid:image-1) ![](https://example.org/a.png)

| a | b |
|---|---|
| 1 | **2** |

    code  as

\`\`\`js
it > is
\`\`\`

---
end`);
  assert.equal(
    text,
    `Plan

Hello *Ada*, see the plan <https://example.org/plan> or https://example.org/ü,
or write to <bob@example.org>, _please_. \`x = 1\` and *this*.

1. one
   - two
   - three <ada@example.org>
2. four

- apart

- from each other

> quoted
>
>> twice

[the map] [image] <https://example.org/a.png>

a | b
1 | *2*

code  as

it > is

---

end`,
  );
});

test('the HTML of Markdown contains no scripts and marks right-to-left text', () => {
  const shown = (markdown: string) => render(markdown).html;
  assert.equal(shown('Shall we say **seven**?\nYes.'), '<p>Shall we say <strong>seven</strong>?<br>\nYes.</p>\n');
  assert.equal(shown('<b onclick="x">&'), '<p>&lt;b onclick=&quot;x&quot;&gt;&amp;</p>\n');
  assert.doesNotMatch(
    shown('[a](javascript:x) ![b](JAVASCRIPT:x) <javascript:x> [c](data:text/html,x)'),
    /(?:href|src)=/,
  );
  assert.equal(shown('![map](cid:image-1)'), '<p><img src="cid:image-1" alt="map" style="max-width:100%"></p>\n');
  assert.equal(shown('שלום\n\nseven'), '<p dir="auto">שלום</p>\n<p>seven</p>\n');
  assert.match(shown('- مرحبا\n- two'), /^<ul dir="auto">\n<li dir="auto">مرحبا<\/li>\n<li>two/);
  assert.match(shown('> quoted'), /^<blockquote style="[^"]+" type="cite">/);
  assert.match(shown('```js\na < b\n```'), /^<pre style="[^"]+">a &lt; b\n<\/pre>/);
  assert.doesNotMatch(shown('See notes.md'), /<a/);
  assert.equal(shown('Regards\n--\nBob'), '<p>Regards<br>\n--<br>\nBob</p>\n');
  assert.doesNotMatch(shown('# a\n\n- b\n\n```c\n```\n\n|a|\n|-|\n|b|'), /class=/);
});

const reply = 'On Tuesday, 10 March 2026 at 09:40, Ada Morgan wrote:\n\n> Shall we say seven?\n>\n> Ada';
const forward =
  '---------- Forwarded message ----------\nFrom: Ada <ada@example.org>\nDate: 10 March 2026\nSubject: x\n\nHello';

/** The written text, and the text with `-- ` and the signature inserted. */
const signatureCases: [written: string, text: string][] = [
  ['Yes.\n\n', 'Yes.\n\n-- \nBob'],
  ['', '-- \nBob'],
  [`Yes.\n\n${reply}`, `Yes.\n\n-- \nBob\n\n${reply}`],
  [`\n\n${reply}`, `-- \nBob\n\n${reply}`],
  [`See below.\n\n${forward}`, `See below.\n\n-- \nBob\n\n${forward}`],
  [`${reply}\n\nSeven it is.`, `${reply}\n\nSeven it is.\n\n-- \nBob`],
  ['As Ada says:\n\n> Seven is a fine hour.', 'As Ada says:\n\n> Seven is a fine hour.\n\n-- \nBob'],
];

test('a signature is inserted below the written text and above an earlier message', () => {
  for (const [written, text] of signatureCases) assert.equal(render(written, 'Bob\n').text, text);
  assert.equal(render('Yes.', '  ').text, 'Yes.');
  assert.equal(
    render('Yes.', '**Bob**\nBuilder').html,
    '<p>Yes.</p>\n<p>--<br>\n<strong>Bob</strong><br>\nBuilder</p>\n',
  );
});

test('supplied HTML is unchanged, and its text is the supplied one or derived from the HTML', () => {
  const html = '<p>Seven <b>it</b> is</p><script>x</script>';
  assert.deepEqual(renderBody({ kind: 'html', html, text: 'Seven' }), { html, text: 'Seven' });
  assert.deepEqual(renderBody({ kind: 'html', html, text: null }), { html, text: 'Seven it is' });
  assert.deepEqual(renderBody({ kind: 'html', html, text: ' ' }), { html, text: 'Seven it is' });
  const names = contentIdsIn(
    '<img src="cid:Image-1"><p style="background:url(cid:a%20b)"><img src=\'CID:x&amp;y\'>cid:%',
  );
  assert.deepEqual([...names], ['image-1', 'a b', 'x&y', '%']);
});

test('long lines are broken after spaces, and no line begins like a quote or a signature', () => {
  const word = 'x'.repeat(30);
  const text = `${word} ${word} ${word}\n${'x'.repeat(74)} > ${word}\n-- ${'x'.repeat(90)}\n-- \nFrom me\n > no quote\n> ${word} ${word} ${word}`;
  const flowed = flowedText(text);
  assert.deepEqual(flowed.split('\n'), [
    `${word} ${word} `,
    word,
    `${'x'.repeat(74)} > `,
    word,
    `-- ${'x'.repeat(90)}`,
    '-- ',
    ' From me',
    '  > no quote',
    `> ${word} ${word} ${word}`,
  ]);
  assert.equal(unflow(flowed, false), text);
});
