import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtml } from './safe-html.ts';

const styleOf = (style: string) =>
  /^<p(?: style="(.*)")?>$/s.exec(safeHtml(`<p style="${style.replaceAll('"', '&quot;')}">`).html)?.[1] ?? '';
const sheetOf = (css: string) => safeHtml(`<style>${css}</style>`).html.replace(/^<style>|<\/style>$/g, '');

test('visual styles are kept', () => {
  assert.equal(
    styleOf('COLOR: Red; padding : 0  4px;font-family: "Helvetica Neue", serif !important'),
    'color:Red;padding:0 4px;font-family:&quot;Helvetica Neue&quot;, serif!important',
  );
  assert.equal(
    styleOf('width: calc(100% / 3); color: rgb(1 2 3 / 50%)'),
    'width:calc(100% / 3);color:rgb(1 2 3 / 50%)',
  );
});

test('styles that leave their position, run forever or execute code are removed', () => {
  const bad = [
    'position: fixed',
    'position: absolute',
    'position: sticky',
    'top: 0',
    'z-index: 9',
    'margin-top: -40px',
    'margin: 0 calc(1px*-40)',
    'transform: translate(-9px)',
    'animation: a 1s infinite',
    'behavior: url(#x)',
    '-moz-binding: url(x)',
    'width: expression(alert(1))',
    'width: ex/**/pression(alert(1))',
    'content: attr(title)',
    'width: attr(data-x px)',
    '--x: url(a)',
    'color: var(--x)',
    'cursor: none',
  ];
  assert.deepEqual(
    bad.map((declaration) => styleOf(`${declaration};color:red`)),
    bad.map(() => 'color:red'),
  );
});

test('obfuscated addresses are not loaded', () => {
  const disguises = [
    String.raw`background: u\72l(https://x.example/a)`,
    String.raw`background: \75 rl(https://x.example/a)`,
    String.raw`background: \000075\000072\00006c(https://x.example/a)`,
    'background: URL("https://x.example/a")',
    "background: url( 'https://x.example/a' )",
    'background: u/**/rl(https://x.example/a)',
    'background: image-set("https://x.example/a" 1x)',
    'background: -webkit-image-set(url(https://x.example/a) 1x)',
    'background: cross-fade(url(https://x.example/a), red)',
    'background: element(#a)',
    'background: src("https://x.example/a")',
    'background: url(https://x.example/a',
    String.raw`cursor: url(https://x.example/a), pointer`,
    'list-style: url(https://x.example/a)',
  ];
  for (const disguise of disguises) {
    assert.doesNotMatch(styleOf(disguise), /example|url|\\|image-set|fade|element|src/i, disguise);
    assert.doesNotMatch(sheetOf(`a{${disguise}}`), /example|url|\\|image-set|fade|element|src/i, disguise);
  }
});

test('a background image is blocked and the background colour stays', () => {
  const { html, images, remote_images } = safeHtml(
    '<td><table background="https://x.example/t.png"><tr><td style="background: #123 url(//x.example/a.png) no-repeat">',
  );
  assert.equal(html, '<td><table><tr><td style="background:#123 none no-repeat"></table>');
  assert.equal(remote_images, 2);
  assert.deepEqual(
    images.map(({ url }) => url),
    ['https://x.example/t.png', 'https://x.example/a.png'],
  );
});

test('rules and media queries are kept, other at-rules are removed', () => {
  const css = `@import url("https://x.example/a.css"); @charset "utf-7";
    .a > td[class*="x y"], #b:hover { color: red; position: fixed }
    @media screen and (max-width: 600px) { .c { width: 100% !important } @font-face { src: url(x) } }
    @font-face { font-family: x; src: url(https://x.example/x.woff) }
    @keyframes k { from { color: red } } @supports (color: red) { a { color: red } }
    @namespace svg url(http://x.example/); @layer a { b { color: red } } d { color: blue }`;
  assert.equal(
    sheetOf(css),
    '.a > td[class*="x y"], #mail-b:hover{color:red}\n' +
      '@media screen and (max-width: 600px){.c{width:100%!important}}\n' +
      'd{color:blue}',
  );
});

test('invalid CSS loses its own declaration or rule, and the rest stays', () => {
  assert.equal(styleOf('color red; width 3; ;: x; background: #fff; height: 4px}'), 'background:#fff');
  assert.equal(
    sheetOf('<!-- a{color:red;nonsense;} }} b;c{color:blue} d{e{color:red}color:green} f{x:"\n} g{color:tan} -->'),
    'a{color:red}\nc{color:blue}\nd{color:green}\ng{color:tan}',
  );
  assert.equal(sheetOf('a{color:red} b{width:calc(1px;} c{color:blue'), 'a{color:red}\nc{color:blue}');
});

test('a style element cannot be ended early or override the hints of the reader', () => {
  assert.equal(sheetOf('a{font-family:"\\3c/style>\\3cimg onerror=x>"}'), 'a{font-family:"/styleimg onerror=x"}');
  assert.equal(sheetOf('b[x="<"]{color:red} @media (width<9px){c{color:red}}'), '');
  // `</style/>` is an end tag (HTML, 13.2.5.14).
  assert.equal(safeHtml('<style>a{color:red}</style/><img src=x>').html, '<style>a{color:red}</style><img>');
  assert.equal(
    sheetOf('a::after, b, c:BEFORE { color: red } a[data-link-mismatch]::after { display: none }'),
    'b{color:red}',
  );
});

test('a print style sheet stays a print style sheet', () => {
  assert.equal(safeHtml('<style media="print">a{color:red}</style>').html, '<style media="print">a{color:red}</style>');
  assert.equal(safeHtml('<style media="x<y">a{color:red}</style>b<style type="text/x">c{color:red}</style>').html, 'b');
});

test('nothing depends on the height of the window, which is the height of the message', () => {
  const { html } = safeHtml(
    '<style>@media (max-height:500px){p{height:600px}} @media (orientation:portrait){p{color:red}} @media (max-width:500px) and (max-device-height:900px){p{color:blue}}</style>' +
      '<p style="min-height:100vh;height:calc(100DVH - 10px);padding:2vh 1vw;font-size:calc(1em + 1vmin)">a</p>',
  );
  assert.equal(
    html,
    '<style>@media (max-width:500px) and (max-device-height:900px){p{color:blue}}</style><p style="padding:16px 1vw;font-size:calc(1em + 8px)">a</p>',
  );
});
