import type { ServerReply } from '../sender.ts';

/** The largest stored length of a server's text. */
const maxTextLength = 1000;

const replyLine = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?[ -]?(.*)$/;

/** A parsed reply of one or more lines (RFC 5321, section 4.2; RFC 2034). A text that is not a reply has no code. */
export function parseReply(text: string): ServerReply {
  const lines = text.split(/\r?\n/).map((line) => replyLine.exec(line) ?? [line, undefined, undefined, line]);
  const first = <Part>(parts: (Part | undefined)[]) => parts.find((part) => part !== undefined);
  const code = first(lines.map((line) => line[1]));
  return {
    code: code === undefined ? null : Number(code),
    status: first(lines.map((line) => line[2])) ?? null,
    text: sanitizeText(lines.map((line) => line[3] ?? '').join(' ')),
  };
}

/** Whether the same request may be accepted later: true for all replies except permanent refusals (5xx). */
export function isTemporary({ code }: ServerReply): boolean {
  return code === null || code < 500 || code > 599;
}

/** Whether the server has refused. */
export function isRefusal({ code }: ServerReply): boolean {
  return code !== null && code >= 400 && code <= 599;
}

/** One line without control characters, which a page or a terminal could interpret. */
function sanitizeText(text: string): string {
  const visible = text.replace(/\p{C}+/gu, ' ').replace(/ {2,}/g, ' ');
  return visible.trim().slice(0, maxTextLength);
}
