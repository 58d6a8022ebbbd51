import { extname } from 'node:path';
import { detectImageType } from '../../mail/mime/content/image-type.ts';

/** MIME types of common attachments, by file extension. */
const mimeTypes: Record<string, string> = {
  '7z': 'application/x-7z-compressed',
  aac: 'audio/aac',
  avi: 'video/x-msvideo',
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  epub: 'application/epub+zip',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rar: 'application/vnd.rar',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  vcf: 'text/vcard',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

const fallbackType = 'application/octet-stream';
const mimeTypePattern = /^(?!multipart\/)[a-z0-9][\w!#$&^.+-]{0,126}\/[\w!#$&^.+-]{1,126}$/;

/**
 * The MIME type of a file: as declared, else by its first bytes, else by its name. An invalid type becomes
 * application/octet-stream.
 */
export function fileType(name: string, declared: string | undefined, firstBytes: Uint8Array): string {
  const [declaredType = ''] = (declared ?? '').toLowerCase().split(';');
  if (mimeTypePattern.test(declaredType.trim()) && declaredType.trim() !== fallbackType) return declaredType.trim();
  return detectImageType(firstBytes) ?? mimeTypes[extname(name).slice(1).toLowerCase()] ?? fallbackType;
}
