import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToText } from './html-to-text.ts';

const readWithStyle = (style: string) => htmlToText(`Seen <span style="${style}">Not</span> again`);
const notShown = { text: 'Seen again', hidden: 3, isTruncated: false };
const allShown = { text: 'Seen Not again', hidden: 0, isTruncated: false };

test('text that is not displayed is left out and counted', () => {
  const styles = [
    'display:none',
    'DISPLAY : None !important',
    'color:red;display:none',
    'visibility:hidden',
    'font-size:0',
    'font-size:1px;line-height:1px',
    'opacity:0',
    'max-height:0;overflow:hidden',
    'overflow:hidden; height:0px',
    'color:#fff;background-color:#FFFFFF',
    'background:white;color:rgb(255, 255, 255)',
  ];
  for (const style of styles) assert.deepEqual(readWithStyle(style), notShown, style);
});

test('text that is displayed stays', () => {
  const styles = [
    'display:block',
    'font-size:0.9em',
    'font-size:10px',
    'opacity:0.5',
    'max-height:0',
    'overflow:hidden;max-height:20px',
    'color:#fff',
    'color:#fff;background:#000',
    'background:url(x)',
    'mso-hide:all',
    'displaynone',
    ';;:;',
  ];
  for (const style of styles) assert.deepEqual(readWithStyle(style), allShown, style);
});

test('the hidden attribute hides, aria-hidden does not', () => {
  assert.deepEqual(htmlToText('One<div hidden>Two</div>'), { text: 'One', hidden: 3, isTruncated: false });
  assert.deepEqual(htmlToText('One <i aria-hidden="true">Two</i>'), { text: 'One Two', hidden: 0, isTruncated: false });
});

test('content of a hidden element cannot be made visible again', () => {
  const html = '<div style="display:none"><table><tr><td style="display:block">No</td></tr></table></div>Yes';
  assert.deepEqual(htmlToText(html), { text: 'Yes', hidden: 2, isTruncated: false });
});

test('text with a font size of zero around a layout is visible where a size is set again', () => {
  assert.equal(
    htmlToText('<td style="font-size:0"><div style="font-size:13px">Hello</div><img alt="Acme"></td>').text,
    'Hello\nAcme',
  );
  assert.equal(htmlToText('<p style="visibility:hidden">No<b style="visibility:visible">Yes</b></p>').text, 'Yes');
  assert.equal(htmlToText('<p style="color:#fff;background:#fff">No<b style="color:#000">Yes</b></p>').text, 'Yes');
});
