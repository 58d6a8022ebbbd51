import type { Reply } from '../../api/client.ts';

export type ComposeSession = Reply<'compose', 'open'>['session'];

/** The fields that the user edits, as an update sends them. */
export type Fields = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  from: string;
  body: string;
  attach: string[];
  signature: string | null;
};

/** The editable fields of a session. */
export function fieldsOf({ frontmatter, bodyMarkdown }: ComposeSession): Fields {
  const { to, cc, bcc, subject, from, attach, signature = null } = frontmatter;
  return { to, cc, bcc, subject, from, body: bodyMarkdown, attach: [...attach], signature };
}

export function sameText(one: ComposeSession, other: ComposeSession): boolean {
  return sameFields(fieldsOf(one), fieldsOf(other));
}

export function sameFields(one: Fields, other: Fields): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder({ to, cc, bcc, subject, from, body, attach, signature }: Fields) {
  return [to, cc, bcc, subject, from, body, attach, signature];
}
