import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToText } from './html-to-text.ts';

const read = (html: string) => htmlToText(html).text;

test('paragraphs are separated by blank lines, divisions by line ends', () => {
  assert.equal(read('<p>One</p><p>Two</p><div>Three</div><div>Four</div>'), 'One\n\nTwo\n\nThree\nFour');
  assert.equal(read('<h1>Minutes</h1>Present:<br>Ada<br><br>Grace'), 'Minutes\n\nPresent:\nAda\n\nGrace');
});

test('white space collapses as in a browser, also across tags', () => {
  assert.equal(read('<p>\n  One <b> two</b>\n\tthree </p>\n<p> </p>'), 'One two three');
  assert.equal(read('<b>un</b>broken<br> and on'), 'unbroken\nand on');
});

test('references are decoded, and invalid tags stay text', () => {
  assert.equal(read('Fish &amp; chips &euro;5 &#x1F600; &lt;b&gt; 1 < 2'), 'Fish & chips €5 😀 <b> 1 < 2');
});

test('an intended blank line stays, however the program writes it', () => {
  assert.equal(read('<div>One</div><div><br></div><div>Two</div>'), 'One\n\nTwo');
  assert.equal(
    read('<p class="MsoNormal">One</p><p class="MsoNormal">&nbsp;</p><p class="MsoNormal">Two</p>'),
    'One\n\nTwo',
  );
  assert.equal(read('<p class="MsoNormal">One</p><p class="MsoNormal">Two</p>'), 'One\nTwo');
  assert.equal(read('<p style="margin:0">One</p><p style="margin:0 0 1em">Two</p><p>Three</p>'), 'One\nTwo\n\nThree');
});

test('any number of breaks gives one blank line', () => {
  assert.equal(read('One<br><br><br><br><hr><p></p><p>&nbsp;</p>Two'), 'One\n\nTwo');
});

test('leading no-break spaces are indentation, and others are spaces', () => {
  assert.equal(read('if x:<br>&nbsp; &nbsp; return&nbsp;&nbsp;y<br>&nbsp;done'), 'if x:\n    return y\ndone');
});

test('preformatted text keeps its spaces and lines', () => {
  assert.equal(read('<p>Run</p><pre>\n  a   b\n\n\n\n\n    c  \n</pre>then'), 'Run\n\n  a   b\n\n\n    c\n\nthen');
  assert.equal(read('<div style="white-space:pre-wrap">a  b\nc</div>'), 'a  b\nc');
});

test('lists have markers, numbers and depth', () => {
  assert.equal(
    read('Buy<ul><li>milk<li>bread<ol start="3"><li>rye<br>dark</li><li>white</ol></li></ul>soon'),
    'Buy\n\n- milk\n- bread\n  3. rye\n     dark\n  4. white\n\nsoon',
  );
  assert.equal(read('<ul><li><p>One</p></li><li> </li></ul>'), '- One');
});

test('rows of a data table are written on one line', () => {
  const html = `<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>3 €</td></tr>
    <tr><td><p>Cake</p></td><td></td><td><p>4 €</p></td></tr></table>Thanks`;
  assert.equal(read(html), 'Item | Price\nTea | 3 €\nCake | 4 €\n\nThanks');
});

test('a layout table is written as its blocks', () => {
  assert.equal(read('<table role="presentation"><tr><td>News</td><td>March</td></tr></table>'), 'News\nMarch');
  assert.equal(
    read('<table><tr><td><h1>News</h1><p>All is well</p></td><td>March</td></tr></table>'),
    'News\n\nAll is well\n\nMarch',
  );
  assert.equal(read('<table><tr><td><table><tr><td>One</td></tr></table></td><td>Two</td></tr></table>'), 'One\nTwo');
  const column = 'A longer piece of news that nobody would put into the cell of a table. ';
  assert.equal(
    read(`<table><tr><td>${column}</td><td>${column}</td></tr></table>`),
    `${column.trim()}\n${column.trim()}`,
  );
});

test('quotes have a marker', () => {
  assert.equal(
    read('Yes.<blockquote type="cite"><p>Shall we?</p><p>Soon?<blockquote>When</blockquote></p></blockquote>Now.'),
    'Yes.\n\n> Shall we?\n>\n> Soon?\n>\n> > When\n\nNow.',
  );
});

test('text below a reply by Outlook or Yahoo is a quote', () => {
  const outlook =
    '<body><div>Fine.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Ada<br><b>Sent:</b> Monday</div><div>Is it?</div></body>';
  assert.equal(read(outlook), 'Fine.\n\n> From: Ada\n> Sent: Monday\n> Is it?');
  assert.equal(
    read('Fine.<div class="yahoo_quoted">On Monday Ada wrote:<div>Is it?</div></div>'),
    'Fine.\n> On Monday Ada wrote:\n> Is it?',
  );
});

test('a blockquote used for indentation is not a quote', () => {
  assert.equal(read('<blockquote style="margin:0 0 0 40px;border:none;padding:0px">Mine</blockquote>'), 'Mine');
});

test('a link is written as its text, an image as its alternative text', () => {
  assert.equal(read('See <a href="https://example.org/x">the <b>plan</b></a>.'), 'See the plan.');
  assert.equal(
    read('<img alt="Acme Tools"> <img alt="image001.png"><img alt="spacer"><img alt="*"><img>x'),
    'Acme Tools x',
  );
  assert.equal(read('<img alt="Sale"><img alt="Sale"><br><img alt="Pixel says no" width="1" height="1">'), 'Sale');
});

test('a message of images only shows the hosts of their links', () => {
  const html =
    '<a href="https://www.shop.example/a?b"><img></a><a href="https://shop.example/c"><img></a><a href="mailto:a@b.example"></a>';
  assert.equal(read(html), 'shop.example');
  assert.equal(read(`Sale!${html}`), 'Sale!');
});

test('content that is not displayed is left out', () => {
  const html = `<html><head><title>T</title><style>p { color: red }</style><script>alert(1)</script></head><body><!-- no -->
    <!--[if mso]><p>Outlook</p><![endif]--><![if !mso]>Yes<![endif]><template>no</template>
    <select><option>no</select><svg><text>no</text></svg></body></html>`;
  assert.deepEqual(htmlToText(html), { text: 'Yes', hidden: 0, isTruncated: false });
});

test('content that stands in for a film, a program or a script is text, as in the sanitized message', () => {
  for (const name of ['object', 'applet', 'audio', 'video', 'canvas', 'noscript'])
    assert.equal(read(`One <${name} width="3"><p>Two</p></${name}>Three`), 'One\n\nTwo\n\nThree', name);
  assert.equal(
    read('<object data="a.swf"><embed src="a.swf">See the <a href="b">offer</a></object>!'),
    'See the offer!',
  );
  assert.equal(read('<object><object>Nested</object> twice'), 'Nested twice');
});

test('tags inside raw text elements do not swallow the following text', () => {
  assert.equal(
    read('<noframes><xml><style></xml></noframes>Yes<iframe><title></iframe>, <textarea><!--</TEXTAREA >all'),
    'Yes, all',
  );
  assert.equal(read('<xmp><b>&amp;</b></xmp>x'), '<b>&amp;</b>\n\nx');
  assert.equal(read('One<iframe>never closed'), 'One');
});

test('unclosed and unopened tags are accepted', () => {
  assert.equal(read('<table><tr><td>One<tr><td>Two</table></div></span>Three</p>Four'), 'One\nTwo\nThree\n\nFour');
  assert.equal(read('<ul><li>One<li>Two</ul><p>Three<p>Four'), '- One\n- Two\n\nThree\n\nFour');
  assert.equal(read('One<span><table><tr><td></span>Two</td></tr></table>'), 'One\nTwo');
  assert.equal(read('One <a href="x'), 'One');
});

test('soft hyphens and padding are removed, joiners that are part of words stay', () => {
  assert.equal(read('exam&shy;ple<div>&zwnj;&nbsp;&zwnj;&nbsp;&#847; &zwnj;</div>to&zwnj;day'), 'example\ntoday');
  assert.equal(read('می\u200cخواهم 👩\u200d💻'), 'می\u200cخواهم 👩\u200d💻');
});
