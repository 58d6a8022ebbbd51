import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useServices } from '../../data/services.ts';

/** The route of a composition, a new message or an answer: the composition opens over the inbox. */
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

/** The initial values from a link. The router parses numbers in an address line, which are text here. */
function textFieldsOf(params: Record<string, unknown>): Partial<Record<(typeof fields)[number], string>> {
  const named = fields.filter((field) => ['string', 'number', 'boolean'].includes(typeof params[field]));
  return Object.fromEntries(named.map((field) => [field, String(params[field])]).filter(([, text]) => text !== ''));
}
