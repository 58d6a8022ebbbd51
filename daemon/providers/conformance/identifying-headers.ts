import assert from 'node:assert/strict';
import type { Check } from './harness.ts';
import { messageOfLines } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { textOf } from './helpers.ts';

/** Tests of the properties of an arrival before its bytes are fetched. */
export function identifyingHeaderClaims(check: Check): void {
  check('an arrival contains the Message-ID of the message', async ({ provider, deliver }) => {
    const ids = ['plain@letters.example', 'folded@letters.example', 'lower@letters.example', ''];
    const fields = [`Message-ID: <${ids[0]}>`, `Message-ID:\r\n <${ids[1]}>`, `message-id: <${ids[2]}>`, 'X-Id: none'];
    for (const field of fields)
      await deliver('INBOX', messageOfLines(field, 'Subject: who', '', 'Message-ID: <not@me>', ''));
    const arrivals = (await syncedMirror(provider)).inFolder('INBOX').toReversed();
    for (const [index, { header_id = ids[index] }] of arrivals.entries()) assert.equal(header_id, ids[index]);
  });

  check('an arrival contains the identifying header fields unchanged', async ({ provider, deliver }) => {
    const known = [
      'Message-ID:\r\n <fields@letters.example>',
      'Date: Mon, 06 Apr 2026 09:12:00 +0200',
      'From: "Ada, Countess\r\n\tof Lovelace" <ada@engine.example>',
      'Sender: Jürgen <j@x.example>',
      'Subject: Straße\r\n und été',
    ];
    const others = ['Received: from x by y', 'To: robin@vale.example', 'References: <older@letters.example>'];
    await deliver('INBOX', messageOfLines(...known, ...others, '', 'Subject: no field', ''));
    for (const { identifyingHeaders } of (await syncedMirror(provider)).inFolder('INBOX'))
      if (identifyingHeaders !== undefined)
        assert.equal(identifyingHeaders.trimEnd(), textOf(messageOfLines(...known)));
  });
}
