import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';

/** Whether a file may contain an event. */
export function isCalendar({ mime_type, filename }: AttachmentMeta): boolean {
  return mime_type === 'text/calendar' || mime_type === 'application/ics' || filename.toLowerCase().endsWith('.ics');
}
