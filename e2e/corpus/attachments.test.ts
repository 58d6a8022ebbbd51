import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { decodePart } from '../../daemon/mail/mime/read-body.ts';
import { decodeTransferStream } from '../../daemon/mail/mime/transfer/decode-stream.ts';
import { cutSource, saveSource, writeBlobs } from '../../daemon/mail/sources/source.ts';
import { readPieces, sourcePieces } from '../../daemon/mail/sources/source-pieces.ts';
import { openWritable } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { corpusMissing, isWholeCorpus } from '../corpus.ts';
import { mailFiles } from './mail-files.ts';

// mime-oracle.test.ts checks file by file that `partContent` decodes as postal-mime does.
test(
  'every attachment is streamed from the store as it is decoded from its message, with the stated length',
  {
    skip: corpusMissing(),
  },
  async (t) => {
    const { blobs, mail } = storeFiles(testFolder());
    const db = openWritable(mail, { durability: 'normal' });
    t.after(() => db.close());
    db.exec(`
    CREATE TABLE sources (message INTEGER PRIMARY KEY, data BLOB NOT NULL, kept INTEGER NOT NULL) STRICT;
    CREATE TABLE source_blobs (message INTEGER, start INTEGER, hash TEXT) STRICT;
    CREATE TABLE source_missing_ranges (message INTEGER, start INTEGER, length INTEGER, part TEXT) STRICT;`);
    const differing: string[] = [];
    let seen = 0;
    for (const [id, { name, bytes }] of mailFiles().entries()) {
      const { attachments } = parseMessage(bytes);
      if (attachments.length === 0) continue;
      const cut = cutSource(bytes);
      writeBlobs(blobs, cut);
      saveSource(db, id, cut);
      for (const attachment of attachments) {
        const pieces = sourcePieces(db, blobs, id, attachment) ?? [];
        const streamed = await buffer(decodeTransferStream(readPieces(blobs, pieces), attachment.encoding));
        seen++;
        if (!streamed.equals(decodePart(bytes, attachment)) || streamed.length !== attachment.size)
          differing.push(`${name} ${attachment.part}`);
      }
    }
    assert.ok(seen > (isWholeCorpus ? 200 : 100), `${seen} attachments`);
    assert.deepEqual(differing, []);
  },
);
