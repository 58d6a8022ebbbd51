import { lstat } from 'node:fs/promises';
import { Failure } from '../../base/failure.ts';
import type { Found, Position } from './found.ts';
import { mostBytes, stampOf } from './item.ts';
import { tooLarge, whyUnreadable } from './load.ts';
import { mboxMessages } from './mbox.ts';

type MailboxFile = { file: string; folder: string; isPacked: boolean };
type Way = {
  at: Position;
  rest: Position['rest'];
  unpack: (file: string) => Promise<string>;
  units: { before: number; after: number };
};

/** How often a mailbox file is read again because a program wrote into it meanwhile. */
const mostTries = 3;

/** The messages of a mailbox file, from where an earlier walk broke off if the file has not changed since. */
export async function* mailboxFound(mailbox: MailboxFile, way: Way): AsyncGenerator<Found> {
  const { file } = mailbox;
  const state = { at: way.at, units: way.units.after, file };
  try {
    for (let tries = 0; tries < mostTries; tries++) {
      const stamp = stampOf(await lstat(file));
      const goesOn = tries === 0 && way.rest?.stamp === stamp;
      const isAgain = tries > 0 || (way.rest !== undefined && !goesOn);
      const rest = { offset: goesOn && way.rest ? way.rest.offset : 0, stamp };
      // All of it is still ahead: a walk that is broken off here must come back to it.
      yield { ...state, kind: 'mailbox', isAgain, at: { ...way.at, rest }, units: way.units.before };
      yield* readMailbox(mailbox, way, rest);
      if (stampOf(await lstat(file)) === stamp) return;
    }
    yield { ...state, kind: 'trouble', reason: 'It kept changing while it was read; close the program that uses it.' };
  } catch (failed) {
    yield { ...state, kind: 'trouble', reason: failed instanceof Failure ? failed.message : whyUnreadable(failed) };
  }
}

async function* readMailbox(
  { file, folder, isPacked }: MailboxFile,
  { at, units: { before, after }, unpack }: Way,
  { stamp, offset: from }: { stamp: string; offset: number },
): AsyncGenerator<Found> {
  const source = isPacked ? await unpack(file) : file;
  const { size: whole, ...stats } = await lstat(source);
  const readStamp = stampOf({ size: whole, mtimeMs: stats.mtimeMs });
  for await (const { start, end, marks, received } of mboxMessages(source, from)) {
    const units = before + ((after - before) * (end - from)) / (whole - from);
    const state = { at: { ...at, rest: { offset: end, stamp } }, units };
    const item = {
      file: source,
      start,
      end,
      stamp: readStamp,
      unquote: 'mboxrd' as const,
      flags: marks.flags,
      received,
    };
    if (marks.isExpunged) yield { ...state, kind: 'other' };
    else if (end - start > mostBytes) yield { ...state, kind: 'trouble', file, reason: tooLarge };
    else yield { ...state, kind: 'message', folder, item, size: end - start };
  }
}
