import { formatAddress, formatFile } from './format-fields.ts';
import type { ExportedMessage } from './exported-message.ts';

/** Renders a message as readable Markdown; its content cannot create images, links or HTML. */
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

/** Escapes inline markup (CommonMark, section 2.4). */
function escapeInline(text: string): string {
  return text.replaceAll(/[\\`*_[\]<&]/g, '\\$&');
}

/** Keeps line breaks and quotes; escapes headings, lists and rules. */
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
