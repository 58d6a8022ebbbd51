import type { ImapFlow } from 'imapflow';
import { fromModifiedUtf7, toModifiedUtf7 } from '../../modified-utf7.ts';
import { internalsOf, textOf } from './command.ts';
import type { ExecOptions } from './command.ts';

/**
 * imapflow encodes a path in modified UTF-7. Invalidly encoded names (raw UTF-8, a lone `&`, characters that need no
 * encoding) do not round-trip, so their path is the listed name itself after this mark, which begins with a noncharacter
 * (Unicode, section 23.7).
 */
const marker = '\uFDD0=';
const encodedMarker = toModifiedUtf7(marker);

/** The path of a folder in the daemon, from its name as the server lists it. */
export function pathOf(client: ImapFlow, listed: string): string {
  if (listed.toUpperCase() === 'INBOX') return 'INBOX';
  if (speaksUtf8(client)) return listed;
  const path = fromModifiedUtf7(listed);
  return path.isWellFormed() && asImapflowSends(path) === listed ? path : marker + listed;
}

/** The display name of a folder, from its name as the server lists it or from a part of that. */
export function readableName(client: ImapFlow, listed: string): string {
  const name = speaksUtf8(client) ? listed : fromModifiedUtf7(listed);
  return name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim();
}

/** Whether the server's name was decoded completely: imapflow reads lines as UTF-8 and drops invalid bytes. */
export function isIntact(listed: string): boolean {
  return !listed.includes('\uFFFD');
}

type Attribute = string | { type: string; value?: unknown } | readonly Attribute[];

/**
 * Makes a new connection use folder names as the server lists them: marked paths become their listed names, and no path gets
 * the prefix of the personal namespace, which imapflow would also add to folders of other users.
 */
export function nameFoldersAsListed(client: ImapFlow): void {
  if (client.namespace) client.namespace = { ...client.namespace, prefix: '' };
  const internals = internalsOf(client);
  // imapflow lists an unknown folder before it opens it, and would use its name as a pattern.
  internals.folders = Object.assign(new Map(), { has: () => true });
  const exec = internals.exec.bind(client);
  internals.exec = (command, attributes, options) => {
    if (!Array.isArray(attributes)) return exec(command, attributes, options);
    const sent = attributes.map(withoutMarker);
    const isMarked = sent.some((attribute, index) => attribute !== attributes[index]);
    return exec(command, sent, isMarked ? withPathsInList(client, options) : options);
  };
}

/** Where imapflow lists a single folder to check that it exists, it compares the response with the path. */
function withPathsInList(client: ImapFlow, options: ExecOptions | undefined): ExecOptions | undefined {
  const onList = options?.untagged?.LIST;
  if (!onList) return options;
  const onListWithPaths: typeof onList = ({ attributes: [flags = null, separator = null, name] = [] }) => {
    const path = pathOf(client, textOf(name) ?? '');
    const value = speaksUtf8(client) ? path : toModifiedUtf7(path);
    return onList({ attributes: [flags, separator, { value }] });
  };
  return { ...options, untagged: { ...options.untagged, LIST: onListWithPaths } };
}

function withoutMarker(attribute: Attribute): Attribute {
  const text = typeof attribute === 'string' ? attribute : 'value' in attribute ? attribute.value : undefined;
  if (typeof text !== 'string') return attribute;
  if (text.startsWith(encodedMarker)) return nameAttribute(fromModifiedUtf7(text.slice(encodedMarker.length)));
  return text.startsWith(marker) ? nameAttribute(text.slice(marker.length)) : attribute;
}

/** A name in the form of a command argument. A quoted string cannot contain line breaks (RFC 3501, section 4.3). */
function nameAttribute(listed: string): Attribute {
  return { type: /[\r\n\0]/.test(listed) ? 'LITERAL' : 'STRING', value: listed };
}

function asImapflowSends(path: string): string {
  return /[^\t\n\r -%'-~\x7F]/.test(path) ? toModifiedUtf7(path) : path;
}

/** RFC 6855 and RFC 9051, section 5.1: names are then sent without encoding. */
function speaksUtf8({ enabled, capabilities }: ImapFlow): boolean {
  return (
    enabled.has('UTF8=ACCEPT') ||
    enabled.has('IMAP4REV2') ||
    (capabilities.has('IMAP4rev2') && !capabilities.has('IMAP4rev1'))
  );
}
