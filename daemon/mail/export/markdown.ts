import { addressWords, fileWords } from './words.ts';
import type { Exported } from './facts.ts';

/** A message in Markdown that people read as it is; nothing in it becomes a picture, a link or HTML. */
export function markdownOf(
  { message, recipients: { to, cc }, date, labels, files }: Exported,
  { text, isNewThread, isFirst }: { text: string; isNewThread: boolean; isFirst: boolean },
): string {
  const from = addressWords({ name: message.from_name, email: message.from_email });
  const facts = [
    ['Date', date],
    ['To', to.map(addressWords).join(', ')],
    ['Cc', cc.map(addressWords).join(', ')],
    ['Labels', labels.join(', ')],
    ['Attachments', files.map(fileWords).join(', ')],
  ].filter(([, value]) => value !== '');
  return [
    ...(isNewThread ? [`${isFirst ? '' : '---\n\n'}# ${inLine(message.subject || '(no subject)')}\n`] : []),
    `## ${inLine(from)}\n`,
    ...facts.map(([name = '', value = '']) => `- **${name}:** ${inLine(value)}`),
    '',
    paragraphs(text),
    '',
    '',
  ].join('\n');
}

function inLine(text: string): string {
  return escaped(text.replaceAll(/\s+/g, ' ').trim());
}

/** What would be markup in the middle of a line (CommonMark, section 2.4). */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<&]/g, '\\$&');
}

/** Line breaks are kept; quotes stay quotes; what would begin a heading, a list or a ruler does not. */
function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => {
    const [, quote = '', rest = ''] = /^((?: {0,3}>)*)(.*)$/.exec(line.trimEnd()) ?? [];
    const plain = escaped(rest).replace(/^(\s*)([-+#=~|]|\d{1,9}(?=[.)]))/, (_, space: string, mark: string) =>
      /\d/.test(mark) ? `${space.slice(0, 3)}${mark}\\` : `${space.slice(0, 3)}\\${mark}`,
    );
    return `${quote}${plain.replace(/^ {4,}|^\t+/, '   ')}`;
  });
  return lines.map((line, at) => (line !== '' && lines[at + 1] ? `${line}  ` : line)).join('\n');
}
