import type { ServerReply } from '../sender.ts';

/** More of what a server says is not kept. */
const maxTextLength = 1000;

const replyLine = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?[ -]?(.*)$/;

/** A reply as it came, of one line or several (RFC 5321, section 4.2; RFC 2034). What is no reply has no code. */
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

/** Whether the same may be taken at another time: all but what is refused for good (5xx). */
export function isTemporary({ code }: ServerReply): boolean {
  return code === null || code < 500 || code > 599;
}

/** Whether the server has said no. */
export function isRefusal({ code }: ServerReply): boolean {
  return code !== null && code >= 400 && code <= 599;
}

/** One line without control characters, which a page or a terminal could take for something else. */
function sanitizeText(text: string): string {
  const visible = text.replace(/\p{C}+/gu, ' ').replace(/ {2,}/g, ' ');
  return visible.trim().slice(0, maxTextLength);
}
