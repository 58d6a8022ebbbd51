import { cleanText } from '../../text/clean-text.ts';
import { parseAddresses } from '../address/addresses.ts';
import { cleanHeaders } from '../headers/clean-headers.ts';
import { readHeaders, type Headers } from '../headers/headers.ts';
import { parseMessageIds } from '../headers/message-ids.ts';
import type { Report } from '../parsed-message.ts';
import { isMessage, type Part } from '../structure/part.ts';
import { decodeTransfer } from '../transfer/transfer-encoding.ts';

type Recipient = Report['recipients'][number];

const maxRecipients = 1_000;

const reportKinds: Record<string, Report['kind'] | undefined> = {
  'message/delivery-status': 'delivery',
  'message/global-delivery-status': 'delivery',
  'message/feedback-report': 'feedback',
  'message/disposition-notification': 'disposition',
  'message/global-disposition-notification': 'disposition',
};

/** The machine-generated report about an earlier message; null if the message is not a report. */
export function parseReport(bytes: Uint8Array, root: Part): Report | null {
  const parts = partsOutsideEmbedded(root);
  const status = parts.find(({ type }) => reportKinds[type]);
  const kind = status && reportKinds[status.type];
  if (!status || !kind) return null;
  const blocks = fieldBlocks(decodedContent(bytes, status));
  const returned = returnedHeaders(bytes, parts);
  return {
    kind,
    about: parseMessageIds(originalMessageId(blocks) ?? returned?.first('message-id') ?? '')[0] ?? null,
    recipients: recipientsFrom[kind](blocks, returned).slice(0, maxRecipients),
  };
}

const recipientsFrom = {
  /** RFC 3464, section 2.3: the first block describes the message, each other block one recipient. */
  delivery: (blocks: Headers[]): Recipient[] =>
    blocks
      .filter((block) => recipientAddress(block) !== undefined)
      .map((block) => ({
        email: recipientAddress(block) ?? '',
        outcome: keyword(block.first('action')),
        status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(block.first('status') ?? '')?.[0] ?? null,
        diagnostic: diagnosticText(block.first('diagnostic-code')),
      })),
  /** RFC 5965, section 3. */
  feedback: (blocks: Headers[], returned: Headers | undefined): Recipient[] => {
    const outcome = keyword(blocks[0]?.first('feedback-type'));
    const named = blocks.flatMap((block) => [...block.all('original-rcpt-to'), ...block.all('removal-recipient')]);
    const values = named.length > 0 ? named : [returned?.first('to') ?? ''];
    return values.map((value) => ({ email: typedAddress(value), outcome, status: null, diagnostic: null }));
  },
  /** RFC 8098, section 3.2. */
  disposition: (blocks: Headers[]): Recipient[] =>
    blocks
      .filter((block) => block.first('disposition') !== undefined)
      .map((block) => ({
        email: recipientAddress(block) ?? '',
        outcome: keyword(block.first('disposition')?.split(';')[1]?.split('/')[0]),
        status: null,
        diagnostic: diagnosticText(block.first('error') ?? block.first('failure') ?? block.first('warning')),
      })),
};

/** The parts of a message except those of embedded messages. */
function partsOutsideEmbedded(root: Part): Part[] {
  const found: Part[] = [];
  const visit = (part: Part) => {
    found.push(part);
    if (!isMessage(part)) part.children.forEach(visit);
  };
  visit(root);
  return found;
}

function decodedContent(bytes: Uint8Array, { start, end, encoding }: Part): Uint8Array {
  return decodeTransfer(bytes.subarray(start, end), encoding);
}

/** Groups of fields separated by blank lines. */
function fieldBlocks(content: Uint8Array): Headers[] {
  const blocks: Headers[] = [];
  for (let from = 0; from < content.length && blocks.length <= maxRecipients;) {
    const block = readHeaders(content, from, content.length);
    if (block.bodyStart <= from) break;
    if (block.size > 0) blocks.push(cleanHeaders(block));
    from = block.bodyStart;
  }
  return blocks;
}

/** The headers of the reported message, which is returned whole or as headers only (RFC 6522, section 3). */
function returnedHeaders(bytes: Uint8Array, parts: Part[]): Headers | undefined {
  const returned = parts.find((part) => isMessage(part) || isHeadersOnly(part));
  if (!returned) return undefined;
  const [message] = returned.children;
  if (message) return cleanHeaders(message.headers);
  const content = decodedContent(bytes, returned);
  return cleanHeaders(readHeaders(content, 0, content.length));
}

function isHeadersOnly({ type }: Part): boolean {
  return type === 'text/rfc822-headers' || type === 'message/global-headers';
}

function originalMessageId(blocks: Headers[]): string | undefined {
  return blocks.map((block) => block.first('original-message-id')).find((id) => id !== undefined);
}

/** The recipient as the sender wrote it, if the report contains that. */
function recipientAddress(block: Headers): string | undefined {
  const value = block.first('original-recipient') ?? block.first('final-recipient');
  return value === undefined ? undefined : typedAddress(value);
}

/** An address after its type, as in `rfc822; ada@example.org`. */
function typedAddress(value: string): string {
  const address = value.replace(/^\s*[\w-]{1,40}\s*;/, '').trim();
  return parseAddresses(address)[0]?.email || cleanText(address).slice(0, 500);
}

function keyword(value: string | undefined): string {
  return /[a-z][\w-]{0,60}/i.exec(value ?? '')?.[0].toLowerCase() ?? '';
}

/** The diagnostic text of a server, without its type. */
function diagnosticText(value: string | undefined): string | null {
  const text = value?.replace(/^\s*[\w-]{1,40}\s*;/, '').replace(/\s+/g, ' ');
  return (
    cleanText(text ?? '')
      .trim()
      .slice(0, 2_000)
      .toWellFormed() || null
  );
}
