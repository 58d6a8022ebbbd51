import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtml } from './safe-html.ts';

const stylesIn = (html: string) => [...safeHtml(html).html.matchAll(/ style="([^"]*)"/g)].map(([, style]) => style);
const sheetIn = (html: string) => /<style>([^<]*)<\/style>/.exec(safeHtml(html).html)?.[1] ?? '';
const link = (style: string, content = 'x') => `<a href="https://x.example/" style="${style}">${content}</a>`;
const around = (style: string) => `<div style="${style}">${link('')}</div>`;

const hiding = [
  'opacity:0',
  'opacity:0.01',
  'visibility:hidden',
  'overflow:hidden',
  'width:0',
  'max-width:1px',
  'max-height:0',
  'display:grid',
  'color:transparent',
  'color:rgba(0, 0, 0, 0.01)',
  'color:rgb(0 0 0 / 0%)',
  'color:hsla(0, 0%, 0%, 0)',
  'color:#0000',
  'color:#00000010',
  '-webkit-text-fill-color:transparent',
  'letter-spacing:-1em',
  'word-spacing:-20px',
  'text-indent:-9999px',
  'line-height:0',
  'line-height:1px',
];

test('styles that hide a link or put it over other content are removed from it and from what is around it', () => {
  for (const style of hiding) {
    assert.deepEqual(stylesIn(link(`${style};margin:0`)), ['margin:0'], style);
    assert.deepEqual(stylesIn(around(`${style};margin:0`)), ['margin:0'], style);
  }
});

test('such styles are removed from sheets whose rules may apply to a link, by any selector', () => {
  const selectors = ['a', '.l', '#l', '*', 'div > *', '[href]', ':is(a)', 'a:hover', 'p a.L', 'div.around', '.around'];
  for (const style of hiding)
    for (const selector of selectors) {
      const html = `<style>${selector}{${style};margin:0}</style><div class="around"><a class="l" id="l" href="https://x.example/">x</a></div>`;
      assert.match(sheetIn(html), /^[^{]*\{margin:0\}$/, `${selector} ${style}`);
    }
});

test('elements without a link keep such styles', () => {
  const hidden = 'opacity:0;overflow:hidden;max-height:0;line-height:0';
  assert.deepEqual(stylesIn(`<div style="${hidden}">preview</div>${link('')}`), [hidden]);
  assert.equal(sheetIn(`<style>.p{${hidden}}</style><div class=p>preview</div>${link('')}`), `.p{${hidden}}`);
  assert.equal(
    sheetIn(`<style>.p, a, .l{opacity:0;margin:0}</style><i class=p>a</i>${link('')}`),
    '.p,.l{opacity:0;margin:0}\na{margin:0}',
  );
});

test('an element stays around a link if a browser may not have closed it', () => {
  const bad = [
    `<div style="opacity:0"><table><td></div>${link('')}</table>`,
    `<div><b style="opacity:0"></div>${link('')}`,
    `<div style="opacity:0"><p>a</p><p>b<div></div>${link('')}`,
  ];
  for (const html of bad) assert.deepEqual(stylesIn(html), [], html);
  assert.deepEqual(stylesIn(`<table><tr><td style="opacity:0">a<td>${link('')}</table>`).length <= 1, true);
});

test('links and their parts lose what only matters to their text', () => {
  const inLink = [
    'font-size:0',
    'font-size:1px',
    'font:0/0 a',
    'direction:rtl',
    'vertical-align:-40px',
    'display:inline',
  ];
  for (const style of inLink) assert.deepEqual(stylesIn(link(`${style};margin:0`)), ['margin:0'], style);
  const inside = [...inLink, 'float:right', 'order:-1', 'flex-direction:row-reverse', 'opacity:0'];
  for (const style of inside)
    assert.deepEqual(stylesIn(link('', `<i style="${style};margin:0">x</i>`)), ['margin:0'], style);
  assert.equal(sheetIn(`<style>i{display:none;margin:0}</style>${link('', '<i>x</i>')}`), 'i{margin:0}');
});

test('a colour that is the background is removed, as far as both are known', () => {
  assert.deepEqual(stylesIn(link('color:#FFF')), []);
  assert.deepEqual(stylesIn(link('color:white')), []);
  assert.deepEqual(stylesIn(link('background:#0a0;color:rgb(0, 170, 0)')), ['background:#0a0']);
  assert.deepEqual(stylesIn(`${link('color:#fff')}<table bgcolor="#000">`), ['color:#fff']);
  assert.deepEqual(stylesIn(link('background:#000;color:#fff')), ['background:#000;color:#fff']);
  assert.deepEqual(stylesIn(link('', '<font color="#ffffff">x</font>')), []);
});

test('a box around a link grows with its content, and the padding of a link moves the lines beside it', () => {
  assert.deepEqual(stylesIn(around('height:10px')), ['min-height:10px']);
  assert.deepEqual(stylesIn(link('padding:90px')), ['display:inline-block;padding:90px']);
  assert.deepEqual(stylesIn(link('padding:0 9px')), ['display:inline-block;padding:0 9px']);
  assert.deepEqual(stylesIn(link('padding:9px;display:block')), ['padding:9px;display:block']);
});

test('ordinary buttons keep their look', () => {
  const button =
    'background:#0b57d0;border-radius:4px;color:#ffffff;display:inline-block;font:600 16px/24px sans-serif;padding:12px 24px;text-decoration:none';
  assert.deepEqual(stylesIn(link(button)), [button]);
  assert.deepEqual(stylesIn(around('font-size:0;text-align:center')), ['font-size:0;text-align:center']);
  assert.deepEqual(stylesIn(`<td style="line-height:0">${link('', '<img alt="" width=600 height=90>')}</td>`), [
    'line-height:0',
  ]);
});
