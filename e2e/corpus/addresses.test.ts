import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAddresses } from '../../daemon/mail/mime/address/addresses.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';

test(
  'every address that RFC 5321 allows is parsed completely, alone, in brackets and in a list',
  { skip: corpusMissing() },
  () => {
    const addresses = validAddresses(readFileSync(corpusFile('address/isemail-tests.xml'), 'utf8'));
    assert.equal(addresses.length, 30);
    for (const { id, address } of addresses) {
      assert.deepEqual(parseAddresses(address), [{ name: null, email: address }], `test ${id}`);
      assert.deepEqual(parseAddresses(`<${address}>`), [{ name: null, email: address }], `test ${id} in brackets`);
      assert.deepEqual(
        parseAddresses(`A <${address}>, "B" <${address}>, ${address}`),
        [
          { name: 'A', email: address },
          { name: 'B', email: address },
          { name: null, email: address },
        ],
        `test ${id} in a list`,
      );
    }
  },
);

function validAddresses(xml: string): { id: string; address: string }[] {
  return [...xml.matchAll(/<test id="(\d+)">(.*?)<\/test>/gs)].flatMap(([, id = '', body = '']) => {
    const category = /<category>(.*?)<\/category>/.exec(body)?.[1] ?? '';
    const address = /<address>(.*?)<\/address>/s.exec(body)?.[1] ?? '';
    return /^ISEMAIL_(VALID_CATEGORY|RFC5321)$/.test(category) ? [{ id, address: withoutEntities(address) }] : [];
  });
}

function withoutEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
