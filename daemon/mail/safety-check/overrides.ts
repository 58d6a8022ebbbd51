import { Failure } from '../../base/failure.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Actor } from '../apply.ts';
import type { Draft } from '../drafts.ts';

/** Takes a leave to send in spite of findings, once, and says which codes it covers. Throws Failure `bad_override`. */
export function takeOverride(_db: WriteDb, _draft: Draft, _token: string, _actor: Actor): string[] {
  throw new Failure(
    'invalid',
    'bad_override',
    'This leave to send is not known, or was used. Check the message again.',
  );
}
