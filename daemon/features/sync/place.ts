import type { Ref } from '../../providers/provider.ts';

/** Where a message lies, as one text. */
export function placeOf({ folder, uidvalidity, uid }: Ref): string {
  return `${uidvalidity}.${uid} ${folder}`;
}
