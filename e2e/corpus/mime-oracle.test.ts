import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import PostalMime, { type Address as TheirAddress, type Email } from 'postal-mime';
import type { Address } from '../../daemon/contract/fields.ts';
import { dispositionOf } from '../../daemon/mail/mime/content/attachments.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { isMultipart, type Part } from '../../daemon/mail/mime/structure/part.ts';
import { decodePart } from '../../daemon/mail/mime/read-body.ts';
import { parseMimeStructure } from '../../daemon/mail/mime/structure/structure.ts';
import { corpusMissing } from '../corpus.ts';
import { mailFiles, type MailFile } from './mail-files.ts';
import { explainedDifferences } from './mime-differences.ts';

/** The compared part of postal-mime's own tree: its answer does not contain the parts that became text. */
type TheirPart = {
  childNodes: TheirPart[];
  contentType: { parsed: { value: string }; multipart: string | false };
  content: ArrayBuffer | null;
};

describe("on ordinary mail Posthorn's parser gives the result of postal-mime", { skip: corpusMissing() }, () => {
  test('except for the files listed with the reason', async () => {
    const found: string[] = [];
    const differing = Object.values(explainedDifferences).flatMap((reasons) => Object.values(reasons).flat());
    for (const file of mailFiles({ always: differing }).filter(isMail)) {
      const { anomalies, notes } = parseMimeStructure(file.bytes);
      if (anomalies.length + notes.length > 0) continue;
      found.push(...(await differencesIn(file)).map((aspect) => `${aspect} ${file.name}`));
    }
    const listed = Object.entries(explainedDifferences).flatMap(([aspect, reasons]) =>
      Object.values(reasons).flatMap((names) => names.map((name) => `${aspect} ${name}`)),
    );
    assert.deepEqual(found.toSorted(), listed.toSorted());
  });
});

function isMail({ name }: MailFile): boolean {
  return !/\.golden$|\/README$|ruby-mail\/attachments\/|enmime\/attach\//.test(name);
}

async function differencesIn({ bytes }: MailFile): Promise<string[]> {
  const reader = new PostalMime({ forceRfc822Attachments: true });
  const email = await reader.parse(bytes);
  const theirs = theirLeaves((reader as unknown as { root: TheirPart }).root);
  const ours = ourLeaves(parseMimeStructure(bytes).root);
  const parsed = parseMessage(bytes);
  const from = email.from ?? email.sender;
  const pairs: Record<string, [unknown, unknown]> = {
    parts: [ours.map(({ type }) => type), theirs.map(({ contentType }) => contentType.parsed.value)],
    bytes: [
      ours.map((part) => plain(decodePart(bytes, part))),
      theirs.map(({ content }) => plain(new Uint8Array(content ?? []))),
    ],
    names: [namesOf(ours, theirs, email), email.attachments.map(({ filename }) => filename?.trim() ?? '')],
    subject: [spaced(parsed.subject), spaced(email.subject ?? '')],
    from: [people([parsed.from]), people(from ? flat([from]).slice(0, 1) : [{ name: null, email: '' }])],
    to: [people(parsed.to), people(flat(email.to ?? []))],
    date: [parsed.date, /^\d{4}-/.test(email.date ?? '') ? email.date : null],
    'message-id': [parsed.header_id ?? '', (email.messageId ?? '').replace(/^<|>$/g, '')],
  };
  return Object.entries(pairs).flatMap(([aspect, [one, other]]) =>
    JSON.stringify(one) === JSON.stringify(other) ? [] : [aspect],
  );
}

function theirLeaves(part: TheirPart): TheirPart[] {
  if (part.childNodes.length > 0) return part.childNodes.flatMap(theirLeaves);
  return part.contentType.multipart ? [] : [part];
}

/** As postal-mime counts them: a message within a message is one leaf. */
function ourLeaves(part: Part): Part[] {
  return isMultipart(part) ? part.children.flatMap(ourLeaves) : [part];
}

/** The names of the parts that are attachments for postal-mime, which ends invitations in one line feed of its own. */
function namesOf(ours: Part[], theirs: TheirPart[], { attachments }: Email): string[] {
  const contents = new Set<unknown>(attachments.map(({ content }) => content));
  return ours
    .filter(
      (part, i) => contents.has(theirs[i]?.content) || part.type === 'text/calendar' || part.type === 'application/ics',
    )
    .map((part) => dispositionOf(part).filename ?? '');
}

/** Bytes with LF line ends, none at the end: postal-mime reads content line by line. */
function plain(content: Uint8Array): string {
  return Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n').replace(/\n+$/, '');
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function flat(addresses: TheirAddress[]): Address[] {
  return addresses.flatMap((entry) => entry.group ?? [entry]).map(({ name, address }) => ({ name, email: address }));
}

/** A name that repeats the address carries no information; postal-mime omits it. */
function people(addresses: Address[]): string[] {
  return addresses.map(({ name, email }) => `${name === email ? '' : spaced(name ?? '')} <${email}>`);
}
