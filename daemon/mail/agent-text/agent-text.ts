import { visibleText } from '../../base/fence.ts';
import type { AgentReport } from '../../contract/body.ts';
import { inertText } from '../../models/inert-text.ts';
import { readBody } from '../mime/read-body.ts';
import { injectionSigns } from './injection.ts';
import { otherText } from './other-text.ts';
import { visibleHtml } from './visible-html.ts';

/** More of one message or file is not given to an agent at once. */
const maxTextLength = 40_000;

/** The HTML and the plain text of a message as they were received. */
type ReceivedText = { html: string | undefined; plain: string };

/** Reads what a message says. A text that was derived from the HTML says nothing of its own. */
export function receivedTextOf(source: Uint8Array): ReceivedText {
  const { html, text, origin } = readBody(source);
  return { html, plain: html !== undefined && origin !== 'exact' ? '' : text };
}

/**
 * The visible text of a message without live links and images, and a report of what was left out. The function also
 * scans `names`, such as the subject, for instructions to agents.
 */
export function agentText(
  received: ReceivedText,
  names: string,
): { text: string; report: Omit<AgentReport, 'sender_check'> } {
  const seen = received.html?.trim() ? visibleHtml(received.html) : undefined;
  // Mail that shows nothing as HTML is read as text.
  const isFromHtml = seen !== undefined && (seen.text.trim() !== '' || seen.images > 0);
  const shown = isFromHtml ? seen.text : received.plain;
  const other = isFromHtml ? otherText(received.plain, `${seen.text}\n${seen.hiddenText}`) : '';
  const readable = visibleText(shown);
  const text = inertText(withWrittenAddresses(readable.slice(0, 2 * maxTextLength)));
  const hidden: AgentReport['hidden'] = [
    { kind: 'style', characters: seen?.hiddenCharacters ?? 0 },
    { kind: 'characters', characters: invisibleCount(shown) },
    { kind: 'comments', characters: seen?.commentCharacters ?? 0 },
    { kind: 'other_text', characters: other.length },
  ];
  return {
    text: text.slice(0, maxTextLength).toWellFormed(),
    report: {
      hidden: hidden.filter(({ characters }) => characters > 0),
      links: (text.match(/\(link (?:to [^()\s]+|removed)/g) ?? []).length,
      images: seen?.images ?? 0,
      injection: injectionSigns({ visible: `${names}\n${shown}`, hidden: `${seen?.hiddenText ?? ''}\n${other}` }),
      is_cut: text.length > maxTextLength || readable.length > 2 * maxTextLength,
    },
  };
}

/** Addresses in angle brackets would be taken for tags. */
function withWrittenAddresses(text: string): string {
  return text.replaceAll(/<([^\s<>@]{1,64}@[^\s<>@]{1,255})>/g, '($1)');
}

function invisibleCount(text: string): number {
  const normalized = text.toWellFormed().replaceAll(/\r\n?/g, '\n');
  return normalized.length - visibleText(normalized).length;
}
