import { strings } from '../../i18n/strings.ts';

const t = strings.analytics.types;

/** Types of files that have names people know. */
const known: Readonly<Record<string, keyof typeof t>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
  'application/msword': 'word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word',
  'application/vnd.ms-excel': 'excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'excel',
  'application/vnd.ms-powerpoint': 'powerpoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'powerpoint',
  'application/octet-stream': 'other',
  'text/calendar': 'calendar',
  'text/plain': 'text',
  'text/html': 'html',
  'text/csv': 'csv',
  'message/rfc822': 'message',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'video/mp4': 'video',
  'audio/mpeg': 'audio',
};

/** The name of a type of files; a type without one is shown as it is. */
export function fileTypeName(type: string): string {
  const name = known[type];
  return name === undefined ? type : t[name];
}
