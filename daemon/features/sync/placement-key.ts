import type { MessageRef } from '../../providers/provider.ts';

/** Where a message lies, as one text. */
export function placementKey({ folder, uidvalidity, uid }: MessageRef): string {
  return `${uidvalidity}.${uid} ${folder}`;
}
