import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import type { Reply } from '../../../api/client.ts';

/** Formats that the daemon parses. */
export type ParsedForm = Reply<'attachments', 'preview'>['preview']['form'];

/** Formats that the browser shows unchanged. */
export type BrowserForm = 'image' | 'pdf' | 'audio' | 'video';

/** How a file is shown on the page. */
type Preview = ParsedForm | BrowserForm;

const images = ['png', 'jpeg', 'jpg', 'gif', 'webp', 'avif', 'bmp', 'svg+xml'].map((type) => `image/${type}`);

/** Larger files are not loaded into the page for a preview of the browser. In bytes. */
const maxInMemoryBytes: Record<BrowserForm, number> = {
  image: 50_000_000,
  pdf: 50_000_000,
  audio: 200_000_000,
  video: 200_000_000,
};

type FileDescription = Pick<AttachmentMeta, 'mime_type' | 'filename'>;

/**
 * How a file is shown, judged by its type and, if that is generic, by its name; undefined if it can only be saved. Web pages
 * may contain scripts, and are shown as source text.
 */
export function previewOf(file: FileDescription & Pick<AttachmentMeta, 'size_bytes'>): Preview | undefined {
  const preview = previewOfType(typeOf(file));
  return preview && isShownByBrowser(preview) && file.size_bytes > maxInMemoryBytes[preview] ? undefined : preview;
}

/** Whether the browser shows the file, which requires all of it. */
export function isShownByBrowser(preview: Preview): preview is BrowserForm {
  return preview in maxInMemoryBytes;
}

/** The type that the browser gets: it never depends on the type that the file claims, so a file cannot become a page. */
export function shownType(file: FileDescription, as: BrowserForm): string {
  if (as === 'pdf') return 'application/pdf';
  const type = typeOf(file);
  if (as === 'image') return images.includes(type) ? type : 'image/png';
  return /^(?:audio|video)\/[\w.+-]+$/.test(type) ? type : `${as}/mp4`;
}

function previewOfType(type: string): Preview | undefined {
  if (type === 'application/pdf') return 'pdf';
  if (images.includes(type)) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  const read = parsedForms.find(({ types }) => types.includes(type));
  if (read) return read.form;
  if (type === 'text/rtf' || type === 'text/richtext') return undefined;
  return type.startsWith('text/') || texts.test(type) ? 'text' : undefined;
}

const parsedForms: readonly { form: ParsedForm; types: readonly string[] }[] = [
  { form: 'table', types: ['text/csv', 'text/tab-separated-values', 'text/comma-separated-values', 'application/csv'] },
  { form: 'markdown', types: ['text/markdown', 'text/x-markdown'] },
  { form: 'calendar', types: ['text/calendar', 'application/ics'] },
  { form: 'contacts', types: ['text/vcard', 'text/x-vcard', 'text/directory'] },
  { form: 'message', types: ['message/rfc822', 'message/global'] },
];

const texts =
  /^(?:application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|javascript|x-javascript|typescript|sql|x-sh|x-python|x-httpd-php)|application\/(?:xhtml\+xml|pgp-signature|pgp-keys|x-patch)|message\/[\w.+-]+)$/;

/**
 * Mail programs that do not know a file's type send it as bytes or as text; Windows names the types of tables after its own
 * program.
 */
function typeOf({ mime_type, filename }: FileDescription): string {
  const type = mime_type.toLowerCase();
  const ending = /\.([a-z0-9]{1,8})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(typeOfEnding, ending) ? typeOfEnding[ending] : undefined;
  if (type === 'application/octet-stream' || type === 'text/plain') return named ?? type;
  if (type === 'application/vnd.ms-excel' && ending === 'csv') return 'text/csv';
  return type;
}

const typeOfEnding: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  eml: 'message/rfc822',
  ...Object.fromEntries(
    [
      'txt',
      'log',
      'json',
      'xml',
      'yaml',
      'yml',
      'toml',
      'ini',
      'html',
      'htm',
      'css',
      'js',
      'ts',
      'py',
      'sh',
      'sql',
    ].map((ending) => [ending, 'text/x-source']),
  ),
};
