import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authServerOf } from '../../daemon/mail/authentication/trusted-results.ts';
import { verifyDomain } from '../../daemon/mail/authentication/domain-verification.ts';
import { readResults } from '../../daemon/mail/authentication/results.ts';
import { headerFields } from '../../daemon/mail/mime/headers/headers.ts';
import { corpusMail, corpusMissing } from '../corpus.ts';

test('results in mail of all sorts are parsed without a failure', { skip: corpusMissing() }, () => {
  const messages = [...corpusMail()].filter(([set]) => /phishing|openbmc/.test(set)).flatMap(([, mail]) => mail);
  const signers = messages.map((bytes) => authServerOf(headerFields(bytes)));
  assert.ok(signers.filter((signer) => signer !== undefined).length > 300, 'some server checked most of it');
  for (const bytes of messages) {
    const fields = headerFields(bytes);
    for (const [name, value] of fields) {
      if (!/^(arc-)?authentication-results/i.test(name)) continue;
      const { outcome, checks } = verifyDomain(readResults(value), { domain: 'example.test', fields, forwarders: [] });
      // None of it was sent from there.
      assert.notEqual(outcome, 'passed');
      for (const { result } of checks) assert.match(result, /^[a-z_]+$/);
    }
  }
});
