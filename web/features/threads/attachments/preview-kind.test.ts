import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf, shownType } from './preview-kind.ts';

const shown = (mime_type: string, filename = 'file', size_bytes = 1000) =>
  previewOf({ mime_type, filename, size_bytes });

test('the preview depends on the type or else the name; executable and too large files can only be saved', () => {
  const found = {
    jpeg: shown('image/jpeg'),
    tiff: shown('image/tiff'),
    csv: shown('text/csv'),
    'csv of a spreadsheet': shown('application/vnd.ms-excel', 'a.CSV'),
    'a spreadsheet': shown('application/vnd.ms-excel', 'a.xls'),
    pdf: shown('application/pdf'),
    'bytes named .PNG': shown('application/octet-stream', 'scan.PNG'),
    'bytes named .html': shown('application/octet-stream', 'page.html'),
    page: shown('text/html', 'page.html'),
    'a feed': shown('application/atom+xml'),
    'a text named .md': shown('text/plain', 'notes.md'),
    'a text named constructor': shown('text/plain', 'a.constructor'),
    'a letter': shown('message/rfc822', 'a.eml'),
    'what became of a letter': shown('message/delivery-status'),
    dates: shown('text/calendar'),
    people: shown('text/x-vcard'),
    song: shown('audio/mpeg'),
    film: shown('application/octet-stream', 'a.mp4'),
    program: shown('application/x-msdownload', 'a.txt'),
    archive: shown('application/zip', 'a.zip'),
    'rich text': shown('text/rtf'),
    'a large picture': shown('image/png', 'a.png', 60_000_000),
    'a large text': shown('text/plain', 'a.txt', 60_000_000),
  };
  assert.deepEqual(found, {
    jpeg: 'image',
    tiff: undefined,
    csv: 'table',
    'csv of a spreadsheet': 'table',
    'a spreadsheet': undefined,
    pdf: 'pdf',
    'bytes named .PNG': 'image',
    'bytes named .html': 'text',
    page: 'text',
    'a feed': 'text',
    'a text named .md': 'markdown',
    'a text named constructor': 'text',
    'a letter': 'message',
    'what became of a letter': 'text',
    dates: 'calendar',
    people: 'contacts',
    song: 'audio',
    film: 'video',
    program: undefined,
    archive: undefined,
    'rich text': undefined,
    'a large picture': undefined,
    'a large text': 'text',
  });
});

test('a browser never gets a file with an HTML type', () => {
  assert.equal(shownType({ mime_type: 'application/octet-stream', filename: 'scan.PNG' }, 'image'), 'image/png');
  assert.equal(shownType({ mime_type: 'text/html', filename: 'a.html' }, 'image'), 'image/png');
  assert.equal(shownType({ mime_type: 'video/x"><script>', filename: 'a' }, 'video'), 'video/mp4');
  assert.equal(shownType({ mime_type: 'audio/mpeg', filename: 'a.html' }, 'audio'), 'audio/mpeg');
});
