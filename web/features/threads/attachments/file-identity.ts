import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import { strings } from '../../../i18n/strings.ts';

/** A file of a message; or one of an attached message, which `inside` places as the daemon counts them. */
export type ShownFile = AttachmentMeta & { inside?: readonly number[] };

/** What a file is called, for files without a name too. */
export function fileNameOf({ filename }: Pick<AttachmentMeta, 'filename'>): string {
  return filename || strings.reader.unnamedFile;
}

/** No other file has it, within an attached message neither. */
export function fileKeyOf({ id, inside = [] }: Pick<ShownFile, 'id' | 'inside'>): string {
  return [id, ...inside].join();
}
