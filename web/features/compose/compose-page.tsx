import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useServices } from '../../data/services.ts';

/** The address of a message being written, of a new one, or of the answer to one: it opens over the inbox. */
export function ComposePage() {
  const { openCompositions } = useServices();
  const { draftPath } = useParams({ strict: false });
  const params = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const { reply } = params;
    const request =
      typeof reply === 'string'
        ? ({ kind: 'reply', message_id: reply } as const)
        : ({ kind: 'new', ...textFieldsOf(params) } as const);
    const opening = draftPath ? openCompositions.resume(draftPath) : openCompositions.start(request);
    void opening.then(() => navigate({ to: '/inbox', replace: true }));
  }, [openCompositions, navigate, draftPath, params]);
  return null;
}

const fields = ['to', 'cc', 'bcc', 'subject', 'body'] as const;

/** What a link gives a new message. Numbers in an address line are read as such, and are texts here. */
function textFieldsOf(params: Record<string, unknown>): Partial<Record<(typeof fields)[number], string>> {
  const named = fields.filter((field) => ['string', 'number', 'boolean'].includes(typeof params[field]));
  return Object.fromEntries(named.map((field) => [field, String(params[field])]).filter(([, text]) => text !== ''));
}
