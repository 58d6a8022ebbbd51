import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageIdOf } from '../../daemon/mail/ingest/identity.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { expectedMessageId } from '../../daemon/mail/ingest/expected-id.ts';
import { messageIdIn, headerSection, identifyingHeaderNames } from '../../daemon/providers/identifying-headers.ts';
import { corpusMail, corpusMissing } from '../corpus.ts';

const account = '5f0d3a0c-6f8e-5b1a-9d57-0e6c6f2c1b11';
const field = new RegExp(`^(?:${identifyingHeaderNames.join('|')})[ \\t]*:.*(?:\\r?\\n[ \\t].*)*(?:\\r?\\n|$)`, 'gim');

test(
  'real mail is recognised by the fields a server reports before the message is fetched',
  { skip: corpusMissing() },
  () => {
    let recognised = 0;
    for (const [set, mail] of corpusMail())
      for (const [index, bytes] of mail.entries()) {
        const head = headerSection(bytes).match(field)?.join('') ?? '';
        const arrival = {
          folder: 'INBOX',
          uidvalidity: 1,
          uid: 1,
          flags: [],
          received: new Date(0),
          size: bytes.length,
          identifyingHeaders: head,
        };
        const parsed = parseMessage(bytes);
        const id = expectedMessageId(account, arrival);
        assert.equal(messageIdIn(head), parsed.header_id ?? '', `the Message-ID of ${set} ${index}`);
        if (id === undefined) continue;
        assert.equal(id, messageIdOf(account, { parsed, size: bytes.length, bytes }), `${set} ${index}`);
        recognised++;
      }
    assert.ok(recognised > 2_400, `${recognised} were recognised`);
  },
);
