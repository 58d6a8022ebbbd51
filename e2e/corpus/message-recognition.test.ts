import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import { parseMessageFields } from '../../daemon/mail/mime/headers/message-fields.ts';
import { readHeaders } from '../../daemon/mail/mime/headers/headers.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { messageIdIn, headerSection, identifyingHeaderNames } from '../../daemon/providers/identifying-headers.ts';
import { corpusMail, corpusMissing } from '../corpus.ts';

const field = new RegExp(`^(?:${identifyingHeaderNames.join('|')})[ \\t]*:.*(?:\\r?\\n[ \\t].*)*(?:\\r?\\n|$)`, 'gim');

test(
  'the fields that a server lists before a message is fetched are read like those of the whole message',
  { skip: corpusMissing() },
  () => {
    let compared = 0;
    for (const [set, mail] of corpusMail())
      for (const [index, bytes] of mail.entries()) {
        const listed = headerSection(bytes).match(field)?.join('') ?? '';
        const head = Buffer.from(listed, 'latin1');
        const { header_id, date, subject, from } = parseMessageFields(readHeaders(head, 0, head.length));
        const parsed = parseMessage(bytes);
        assert.equal(messageIdIn(listed), parsed.header_id ?? '', `the Message-ID of ${set} ${index}`);
        // Raw bytes are in the character set of the body, which a listing does not tell: such mail is fetched.
        if (header_id === null || !isUtf8(head)) continue;
        const whole = [parsed.header_id, parsed.date, parsed.subject, parsed.from.email];
        assert.deepEqual([header_id, date, subject, from.email], whole, `${set} ${index}`);
        compared++;
      }
    assert.ok(compared > 2_400, `${compared} were compared`);
  },
);
