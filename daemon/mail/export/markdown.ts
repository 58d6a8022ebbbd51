import { formatAddress, formatFile } from './format-fields.ts';
import type { ExportedMessage } from './exported-message.ts';

/** A message in Markdown that people read as it is; nothing in it becomes a picture, a link or HTML. */
export function markdownOf(
  { message, recipients: { to, cc }, date, labels, files }: ExportedMessage,
  { text, isNewThread, isFirst }: { text: string; isNewThread: boolean; isFirst: boolean },
): string {
  const from = formatAddress({ name: message.from_name, email: message.from_email });
  const fields = [
    ['Date', date],
    ['To', to.map(formatAddress).join(', ')],
    ['Cc', cc.map(formatAddress).join(', ')],
    ['Labels', labels.join(', ')],
    ['Attachments', files.map(formatFile).join(', ')],
  ].filter(([, value]) => value !== '');
  return [
    ...(isNewThread ? [`${isFirst ? '' : '---\n\n'}# ${inlineText(message.subject || '(no subject)')}\n`] : []),
    `## ${inlineText(from)}\n`,
    ...fields.map(([name = '', value = '']) => `- **${name}:** ${inlineText(value)}`),
    '',
    escapeParagraphs(text),
    '',
    '',
  ].join('\n');
}

function inlineText(text: string): string {
  return escapeInline(text.replaceAll(/\s+/g, ' ').trim());
}

/** What would be markup in the middle of a line (CommonMark, section 2.4). */
function escapeInline(text: string): string {
  return text.replaceAll(/[\\`*_[\]<&]/g, '\\$&');
}

/** Line breaks are kept; quotes stay quotes; what would begin a heading, a list or a ruler does not. */
function escapeParagraphs(text: string): string {
  const lines = text.split('\n').map((line) => {
    const [, quote = '', rest = ''] = /^((?: {0,3}>)*)(.*)$/.exec(line.trimEnd()) ?? [];
    const plain = escapeInline(rest).replace(/^(\s*)([-+#=~|]|\d{1,9}(?=[.)]))/, (_, space: string, marker: string) =>
      /\d/.test(marker) ? `${space.slice(0, 3)}${marker}\\` : `${space.slice(0, 3)}\\${marker}`,
    );
    return `${quote}${plain.replace(/^ {4,}|^\t+/, '   ')}`;
  });
  return lines.map((line, index) => (line !== '' && lines[index + 1] ? `${line}  ` : line)).join('\n');
}
