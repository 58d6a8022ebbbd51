import type { MessageRef } from '../../providers/provider.ts';

/** The placement of a message as one string. */
export function placementKey({ folder, uidvalidity, uid }: MessageRef): string {
  return `${uidvalidity}.${uid} ${folder}`;
}
