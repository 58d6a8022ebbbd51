import { sql } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';

const exemptFlags = flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;

/** Whether rules are for a message: it was received, and is neither in the trash nor spam. */
export function isForRules({ direction, flags }: { direction: string; flags: number }): boolean {
  return direction === 'inbound' && (flags & exemptFlags) === 0;
}

/** The same as SQL, for the message `m`. */
export const forRulesCondition = sql`m.direction = 'inbound' AND m.flags & ${exemptFlags} = 0`;
