import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isTrackingUrl } from '../../daemon/mail/images/trackers.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';

test('nearly all trackers of a public list are known', { skip: corpusMissing() }, () => {
  const rules = readFileSync(corpusFile('trackers/leavemealone-trackers.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^[!#]/.test(line));
  const addresses = rules
    .map((rule) =>
      rule
        .replace(/\^?\$.*$/, '')
        .replace(/\^$/, '')
        .replaceAll('*', '7'),
    )
    .map((place) => (place.startsWith('/') ? `https://mail.shop.example${place}` : `https://${place}`));
  const unknown = addresses.filter((address) => !isTrackingUrl(address));
  assert.ok(addresses.length > 30);
  assert.ok(unknown.length <= addresses.length * 0.1, unknown.join('\n'));
});
