import fc from 'fast-check';

const words = (list: string) => list.trim().split(/\s+/);

const tags = words(`
  a abbr area article audio b base bdi bdo blockquote body br button caption center code col colgroup custom-tag details
  dialog div embed em font footer form frame frameset h1 head header hr html i iframe image img input ins isindex label
  li link listing map marquee menu meta nobr noembed noframes noscript object ol option p param picture plaintext portal
  pre rp rt ruby script section select slot small source span strong style sub summary svg table tbody td template
  textarea tfoot th thead title tr track tt u ul var video wbr xmp
  math mi mo mn ms mtext mglyph malignmark annotation-xml annotation maction semantics
  animate animatetransform set use foreignObject desc g path rect text a image feImage script style title`);

/** Tags of ordinary mail, which most elements have, so that much of a document is kept. */
const ordinaryTags = words('a a a area b bdi blockquote caption div div font i img img map p span style table td tr u');

const urls = [
  'https://x.example/a?b=c&amp;d',
  'http://x.example',
  '//x.example/a.js',
  '/a',
  '#a',
  'mailto:a@x.example',
  'tel:1',
  'cid:a',
  'javascript:alert(1)',
  ' JaVa\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#x6A&#x61vascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:a',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:image/png;base64,AAAA',
  'blob:https://x.example/1',
  'file:///etc/passwd',
  'http://127.0.0.1:42829/',
  'https://a@x.example/',
  'x-custom:a',
  'https://x.example/"onclick=alert(1)',
];

const css = [
  'color:red',
  'background:url(https://x.example/a)',
  'background:u\\72l(https://x.example/a)',
  'background-image:image-set("https://x.example/a" 1x)',
  'position:fixed;top:0;z-index:9',
  'width:expression(alert(1))',
  'behavior:url(#a)',
  '-moz-binding:url(//x.example)',
  'content:attr(title)',
  'opacity:0',
  'transform:scale(9)',
  'animation:a 1s',
  '--a:url(b)',
  'font-family:"</style><img src=x onerror=alert(1)>"',
  '@import "https://x.example"',
  'margin:-9px',
  'display:none',
  'filter:url(#a)',
];

const sheets = [
  ...css.map((declarations) => `a,*{${declarations}}`),
  '@import url(//x.example/a.css);',
  '@font-face{font-family:a;src:url(//x.example)}',
  '@media screen{a{color:red}}',
  '<!--a{color:red}-->',
  '</style ><img src=x onerror=alert(1)>',
  'a{content:"</sty\\6ce>"}',
  'a[title="<img src=x onerror=alert(1)>"]{color:red}',
];

const attribute = fc.oneof(
  fc.constantFrom(...urls).chain((url) =>
    fc.constantFrom(
      ...words(`href src action formaction background poster data srcset ping cite longdesc xlink:href usemap code
        codebase archive manifest profile dynsrc lowsrc srcdoc content from to values by target`).map(
        (name) => `${name}="${url.replaceAll('"', '&quot;')}"`,
      ),
    ),
  ),
  fc.constantFrom(...css).map((style) => `style="${style.replaceAll('"', '&quot;')}"`),
  fc.constantFrom(
    ...words(`onclick onerror onload onmouseover onfocus onanimationstart ontoggle onbegin onpointerenter ONCLICK
      onbeforetoggle onscrollend oncontentvisibilityautostatechange`).map((name) => `${name}=alert(1)`),
  ),
  fc.constantFrom(
    'id=body',
    'id="a"',
    'name=getElementById',
    'name=forms id=attributes',
    'class="a b"',
    'title="</p><script>alert(1)</script>"',
    "title='`><img src=x onerror=alert(1)>'",
    'alt="--><script>"',
    'dir=rtl',
    'hidden',
    'tabindex=1 autofocus',
    'contenteditable',
    'is=a-b',
    'slot=a',
    'shadowrootmode=open',
    'http-equiv=refresh content="0;url=javascript:alert(1)"',
    'type=text/css',
    'type=image',
    'encoding=text/html',
    'xmlns="http://www.w3.org/1999/xhtml"',
    'attributeName=href',
    'popover popovertarget=a',
    'integrity=a crossorigin',
    'data-link-mismatch=a',
    'data-remote-src="javascript:alert(1)"',
    'download=a.exe',
    'sandbox="allow-scripts"',
    'width=1 height=1',
    '"',
    '/',
    '=',
    '<b',
  ),
);

const text = fc.constantFrom(
  'text',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<!-- comment -->',
  '<!--',
  '-->',
  '<!--><img src=x onerror=alert(1)>-->',
  '--!><img src=x onerror=alert(1)>',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  ']]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<!doctype html>',
  '</p>',
  '</a>',
  '</div>',
  '</table>',
  '</svg>',
  '</math>',
  '</style>',
  '</title>',
  '</template>',
  '</select>',
  '</noscript>',
  '</textarea>',
  '</form>',
  '</br>',
  '&#0;',
  '\0',
  '<',
  '&',
  '&quot;&gt;',
  '${alert(1)}{{a}}',
  '\u202emoc',
  '<a <b',
  '<img src="a"onerror="alert(1)">',
  '<svg/onload=alert(1)>',
  '</',
  '<//a>',
);

/** Known ways to make a parser read its own output differently. */
const mutations = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=alert(1)>',
  '<table><a href="https://x.example/"><td><a href="javascript:alert(1)">x</table>',
  '<b><p><a href="https://x.example/"><div></b></a><b><i></p>',
  '<svg><desc><noscript></noscript><title><style></title><img src=x onerror=alert(1)>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<a href="https://x.example/"><table><caption></a><svg><a xlink:href="javascript:alert(1)">',
];

const { node } = fc.letrec<{ node: string; element: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 7 },
    text,
    fc.constantFrom(...mutations),
    fc.constantFrom(...sheets).map((sheet) => `<style>${sheet}</style>`),
    tie('element'),
    tie('element'),
    tie('element'),
  ),
  element: fc
    .record({
      tag: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ordinaryTags) }, fc.constantFrom(...tags)),
      attributes: fc.array(attribute, { maxLength: 3 }),
      children: fc.array(tie('node'), { maxLength: 3 }),
      end: fc.constantFrom('closed', 'closed', 'open', 'empty', 'wrong'),
      isUpperCase: fc.boolean(),
    })
    .map(({ tag, attributes, children, end, isUpperCase }) => {
      const name = isUpperCase ? tag.toUpperCase() : tag;
      const start = `<${[name, ...attributes].join(' ')}${end === 'empty' ? '/' : ''}>`;
      return start + children.join('') + (end === 'closed' ? `</${name}>` : end === 'wrong' ? '</b></p>' : '');
    }),
}));

/** Hostile and damaged HTML documents, the same ones for each seed. */
export function generatedHtml(count: number, seed: number): string[] {
  const documents = fc.array(node, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  return fc.sample(documents, { numRuns: count, seed });
}
