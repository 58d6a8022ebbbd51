import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewOf, shownType } from './preview.ts';

const shown = (mime_type: string, filename = 'file', size_bytes = 1000, hasPdf = true) =>
  previewOf({ mime_type, filename, size_bytes }, hasPdf);

test('pictures, texts and PDF are shown, by their type or else by their name; the rest is saved', () => {
  const found = {
    jpeg: shown('image/jpeg'),
    tiff: shown('image/tiff'),
    csv: shown('text/csv'),
    page: shown('text/html', 'page.html'),
    pdf: shown('application/pdf'),
    'pdf where none can be shown': shown('application/pdf', 'a.pdf', 1000, false),
    'bytes named .PNG': shown('application/octet-stream', 'scan.PNG'),
    'bytes named .html': shown('application/octet-stream', 'page.html'),
    program: shown('application/x-msdownload', 'a.txt'),
    'a large picture': shown('image/png', 'a.png', 60_000_000),
  };
  assert.deepEqual(found, {
    jpeg: 'image',
    tiff: undefined,
    csv: 'text',
    page: undefined,
    pdf: 'pdf',
    'pdf where none can be shown': undefined,
    'bytes named .PNG': 'image',
    'bytes named .html': undefined,
    program: undefined,
    'a large picture': undefined,
  });
  assert.equal(shownType({ mime_type: 'application/octet-stream', filename: 'scan.PNG' }, 'image'), 'image/png');
  assert.equal(shownType({ mime_type: 'text/x-script', filename: 'a.js' }, 'text'), 'text/plain');
});
