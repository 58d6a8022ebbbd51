import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useParts } from '../parts.ts';

/** The address of a message being written, of a new one, or of the answer to one: it opens over the inbox. */
export function ComposePlace() {
  const { composers } = useParts();
  const { draftPath } = useParams({ strict: false });
  const given = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const { reply } = given;
    const wish =
      typeof reply === 'string'
        ? ({ kind: 'reply', message_id: reply } as const)
        : ({ kind: 'new', ...textsOf(given) } as const);
    const opening = draftPath ? composers.resume(draftPath) : composers.begin(wish);
    void opening.then(() => navigate({ to: '/inbox', replace: true }));
  }, [composers, navigate, draftPath, given]);
  return null;
}

const fields = ['to', 'cc', 'bcc', 'subject', 'body'] as const;

/** What a link gives a new message. Numbers in an address line are read as such, and are texts here. */
function textsOf(given: Record<string, unknown>): Partial<Record<(typeof fields)[number], string>> {
  const named = fields.filter((field) => ['string', 'number', 'boolean'].includes(typeof given[field]));
  return Object.fromEntries(named.map((field) => [field, String(given[field])]).filter(([, text]) => text !== ''));
}
