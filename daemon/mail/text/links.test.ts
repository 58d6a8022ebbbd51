import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFlags } from '../messages/content-flags.ts';
import { linkContentFlags } from './links.ts';

const inText = (text: string) => linkContentFlags({ text, html: undefined });
const inHtml = (html: string) => linkContentFlags({ text: '', html });

test('a link in the text or in the HTML is found', () => {
  assert.equal(inText('See (https://example.org/tea).'), contentFlags.LINK);
  assert.equal(inHtml('<A HREF = "HTTP://example.org/tea">tea</A>'), contentFlags.LINK);
  assert.equal(inText('No link, though http is mentioned: http://localhost'), 0);
  assert.equal(
    inHtml('<p>https://example.org</p><img src="https://example.org/x.png"><a href="mailto:a@b.example">x</a>'),
    0,
  );
});

test('unsubscribe links, tracking pixels and vocabulary URLs are not links', () => {
  const addresses = [
    'https://example.org/unsubscribe?u=1',
    'https://example.org/email-preferences',
    'https://lists.example.org/mailman/listinfo/tea',
    'https://t.example.org/open?u=1',
    'http://www.w3.org/1999/xhtml',
    'http://schemas.microsoft.com/office',
  ];
  for (const address of addresses) assert.equal(inText(`x ${address} y`), 0, address);
});

test('documents and videos are recognized by their address', () => {
  const places: [string, number][] = [
    ['https://drive.google.com/file/d/1/view', contentFlags.DRIVE],
    ['https://docs.google.com/document/d/1/edit', contentFlags.DOCUMENT],
    ['https://docs.google.com/spreadsheets/d/1', contentFlags.SPREADSHEET],
    ['https://docs.google.com/presentation/d/1', contentFlags.PRESENTATION],
    ['https://onedrive.live.com/?id=1', contentFlags.DRIVE],
    ['https://1drv.ms/w/s!a', contentFlags.DRIVE],
    ['https://www.dropbox.com/s/a/b.pdf', contentFlags.DRIVE],
    ['https://acme.sharepoint.com/:x:/s/a', contentFlags.DRIVE | contentFlags.SPREADSHEET],
    ['https://www.youtube.com/watch?v=a', contentFlags.YOUTUBE],
    ['https://youtu.be/a', contentFlags.YOUTUBE],
    ['https://notyoutube.com/a', 0],
    ['https://example.org/?to=https://youtu.be/a', 0],
  ];
  for (const [address, place] of places) assert.equal(inText(address), contentFlags.LINK | place, address);
});

test('an address that a mail gateway rewrote is unwrapped', () => {
  const wrapped =
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fdocs.google.com%2Fdocument%2Fd%2F1&amp;data=x';
  assert.equal(inHtml(`<a href="${wrapped}">plan</a>`), contentFlags.LINK | contentFlags.DOCUMENT);
});

test('many links with few words are link-heavy', () => {
  const link = '<a href="https://shop.example/x">x</a>';
  const words = (count: number) => 'word '.repeat(count);
  assert.equal(
    linkContentFlags({ text: words(100), html: link.repeat(10) }),
    contentFlags.LINK | contentFlags.LINK_HEAVY,
  );
  assert.equal(linkContentFlags({ text: words(600), html: link.repeat(10) }), contentFlags.LINK);
  assert.equal(linkContentFlags({ text: words(20), html: link.repeat(9) }), contentFlags.LINK);
});

test('links after the first 500 are ignored, and the scan takes linear time', () => {
  const link = 'https://example.org/a ';
  assert.equal(inText(`${link.repeat(500)}https://youtu.be/a`) & contentFlags.YOUTUBE, 0);
  assert.equal(inText(`${link.repeat(499)}https://youtu.be/a`) & contentFlags.YOUTUBE, contentFlags.YOUTUBE);
  for (const text of ['http', 'http://', 'href=', 'href =', 'href="https://', 'https://a.b/?url='])
    assert.equal(
      linkContentFlags({ text: text.repeat(300_000), html: text.repeat(300_000) }) & contentFlags.YOUTUBE,
      0,
    );
});
