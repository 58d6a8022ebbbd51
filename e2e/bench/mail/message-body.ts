import type { Random } from '../../../daemon/demo/random.ts';
import { base64Lines, quotedPrintable } from './encode.ts';
import { base64Text } from './message-header.ts';
import { wrapped } from './prose.ts';

type MessageBody = {
  paragraphs: readonly string[];
  /** The message that this one answers, if any. */
  quoted: readonly string[];
  isHtml: boolean;
  /** Lines of base64 in the attached PDF; absent if there is no PDF. */
  pdf?: readonly string[];
};

/** The body with the headers that describe it, from `Content-Type` on. */
export function messageBody(random: Random, { paragraphs, quoted, isHtml, pdf }: MessageBody): string {
  const plain = textPart(random, 'plain', plainText(paragraphs, quoted));
  const text = isHtml
    ? multipart(random, 'alternative', [plain, textPart(random, 'html', htmlPage(paragraphs, quoted))])
    : plain;
  return pdf ? multipart(random, 'mixed', [text, pdfPart(random, pdf)]) : text;
}

function plainText(paragraphs: readonly string[], quoted: readonly string[]): string {
  const quotes = quoted.map((each) => wrapped(each, '> '));
  return [...quotes, ...paragraphs.map((each) => wrapped(each))].join('\r\n\r\n') + '\r\n';
}

function htmlPage(paragraphs: readonly string[], quoted: readonly string[]): string {
  const style = 'margin:0 0 12px 0;font-family:Helvetica,Arial,sans-serif;font-size:14px;line-height:1.5;color:#222222';
  const block = (text: string) => `<p style="${style}">${text}</p>`;
  const quote = quoted.length > 0 ? `<blockquote type="cite">${quoted.map(block).join('\r\n')}</blockquote>\r\n` : '';
  return (
    `<!DOCTYPE html>\r\n<html><head><meta charset="utf-8"><style>body { margin: 0 } .wide { width: 600px }</style></head>\r\n` +
    `<body><table class="wide" cellpadding="0" cellspacing="0"><tr><td>\r\n${quote}${paragraphs.map(block).join('\r\n')}\r\n` +
    `<a href="https://www.example/read?id=42&amp;from=mail">www.example</a></td></tr></table></body></html>\r\n`
  );
}

function textPart(random: Random, subtype: 'plain' | 'html', text: string): string {
  const chance = random.fraction();
  const encoding = chance < 0.45 ? 'quoted-printable' : chance < 0.55 ? 'base64' : '8bit';
  return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encoded(text, encoding)}`;
}

function encoded(text: string, encoding: '8bit' | 'quoted-printable' | 'base64'): string {
  switch (encoding) {
    case '8bit':
      return text;
    case 'quoted-printable':
      return quotedPrintable(text);
    case 'base64':
      return `${base64Lines(Buffer.from(text))}\r\n`;
  }
}

function multipart(random: Random, subtype: 'alternative' | 'mixed', parts: readonly string[]): string {
  const boundary = `=_${base64Text(random, 24).replaceAll('/', '_').replaceAll('+', '-')}`;
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return `Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}

/** Has the header and size of a PDF. */
function pdfPart(random: Random, lines: readonly string[]): string {
  const name = `document-${random.below(100_000)}.pdf`;
  return (
    `Content-Type: application/pdf; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n` +
    `Content-Disposition: attachment; filename="${name}"\r\n\r\n${pdfStart}\r\n${lines.join('\r\n')}\r\n`
  );
}

const pdfStart = Buffer.from('%PDF-1.5\n').toString('base64');
