export type Kind = (typeof kinds)[number];

/** What a message is about to be. `scene` is written by hand; the others by the writers in `bulk/`. */
export const kinds = [
  'scene',
  'people',
  'newsletter',
  'alert',
  'promotion',
  'receipt',
  'shipment',
  'invite',
  'list',
  'spam',
  'draft',
  'foreign',
] as const;
