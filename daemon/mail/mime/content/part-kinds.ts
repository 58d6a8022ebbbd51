import { contentFlags } from '../../messages/content-flags.ts';
import type { PartDisposition } from './attachments.ts';
import { bufferOf } from '../bytes.ts';
import type { ParsedAttachment } from '../parsed-message.ts';
import type { Part } from '../structure/part.ts';

/** The context of a part: an alternative of a text, related to HTML, or only for machines. */
export type PartContext = { isAlternative: boolean; isRelated: boolean; isForMachines: boolean };

/** HTML, or a part without a declared type whose content begins like HTML. */
export function isHtml(bytes: Uint8Array, { type, headers, start, end }: Part): boolean {
  if (type === 'text/html') return true;
  if (bytes[start] !== 60 || headers.first('content-type')?.startsWith('text/')) return false;
  return /^<(!doctype\s+html|html)\b/i.test(bufferOf(bytes).toString('latin1', start, Math.min(end, start + 30)));
}

/** OpenPGP messages in the text itself (RFC 9580, section 6.2). */
export function pgpContentFlags(text: string): number {
  const beginning = text.slice(0, 200).trimStart();
  if (!beginning.startsWith('-----BEGIN PGP ')) return 0;
  if (beginning.startsWith('-----BEGIN PGP MESSAGE-----')) return contentFlags.ENCRYPTED;
  return beginning.startsWith('-----BEGIN PGP SIGNED MESSAGE-----') ? contentFlags.SIGNED : 0;
}

/** Alternatives that no view shows, such as AMP: they do not count as attachments. */
export function isHiddenAlternative({ type }: Part): boolean {
  return type.startsWith('text/') && /^text\/(x-amp-html|watch-html|enriched|richtext|x-enriched|rtf)$/.test(type);
}

/** An image that is meant to be shown within the text. */
export function isInlineImage(
  { type, headers }: Part,
  { disposition, content_id }: PartDisposition,
  { isRelated }: PartContext,
): boolean {
  if (!type.startsWith('image/') || disposition === 'attachment') return false;
  return content_id !== null || (isRelated && headers.first('content-location') !== undefined);
}

/** The bits of `messages/content-flags.ts` for an attachment. Parts that are only for machines do not count. */
export function attachmentContentFlags(
  { filename, mime_type }: ParsedAttachment,
  { parameters }: Part,
  context: PartContext,
): number {
  if (isCalendar(mime_type, filename))
    return contentFlags.CALENDAR | (context.isAlternative ? 0 : contentFlags.ATTACHMENT);
  if (isSignature(mime_type)) return contentFlags.SIGNED;
  if (isSmime(mime_type)) return isSmimeEncrypted(parameters) ? contentFlags.ENCRYPTED : contentFlags.SIGNED;
  if (mime_type === 'application/pgp-encrypted') return contentFlags.ENCRYPTED;
  return context.isForMachines || isMachineReadable(mime_type) ? 0 : contentFlags.ATTACHMENT;
}

/** Whether an attachment is a calendar. */
export function isCalendar(type: string, filename: string): boolean {
  return type === 'text/calendar' || type === 'application/ics' || filename.toLowerCase().endsWith('.ics');
}

function isSignature(type: string): boolean {
  return /^application\/(pgp-signature|(x-)?pkcs7-signature)$/.test(type);
}

function isSmime(type: string): boolean {
  return type === 'application/pkcs7-mime' || type === 'application/x-pkcs7-mime';
}

/** RFC 8551, section 3.2.2: a missing type counts as encrypted, as such messages usually are. */
function isSmimeEncrypted(parameters: Map<string, string>): boolean {
  return !/^(signed-data|certs-only)$/i.test(parameters.get('smime-type') ?? '');
}

function isMachineReadable(type: string): boolean {
  return /^message\/(global-)?(delivery-status|disposition-notification|feedback-report)$/.test(type);
}

/** The note for an attachment that is not an ordinary file. */
export function attachmentNote({ filename, mime_type }: ParsedAttachment, { parameters }: Part): string | undefined {
  if (mime_type === 'application/ms-tnef' || mime_type === 'application/vnd.ms-tnef' || filename === 'winmail.dat')
    return 'Outlook packed attachments of this message in a TNEF container (winmail.dat).';
  if (mime_type === 'message/partial') {
    // RFC 2046, section 5.2.2: only the last fragment must declare the total.
    const [number, total] = [parsePartNumber(parameters.get('number')), parsePartNumber(parameters.get('total'))];
    if (number === undefined) return 'This is a part of a larger message.';
    return `This is part ${number}${total === undefined ? '' : ` of ${total}`} of a larger message.`;
  }
  // RFC 2046, section 5.2.3.
  if (mime_type === 'message/external-body')
    return `The attachment ${filename} is kept elsewhere and is only named here.`;
  return undefined;
}

function parsePartNumber(value: string | undefined): string | undefined {
  return /^\d{1,9}$/.exec(value?.trim() ?? '')?.[0];
}
