import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import { strings } from '../../../i18n/strings.ts';

/** A file of a message, or of an attached message, which `inside` locates by the daemon's indexes. */
export type ShownFile = AttachmentMeta & { inside?: readonly number[] };

/** The displayed file name, also for files without a name. */
export function fileNameOf({ filename }: Pick<AttachmentMeta, 'filename'>): string {
  return filename || strings.reader.unnamedFile;
}

/** A unique key of a file, also within attached messages. */
export function fileKeyOf({ id, inside = [] }: Pick<ShownFile, 'id' | 'inside'>): string {
  return [id, ...inside].join();
}
