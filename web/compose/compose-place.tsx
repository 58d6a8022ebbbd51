import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useParts } from '../parts.ts';

/** The address of a message being written, or of a new one: it opens over the inbox. */
export function ComposePlace() {
  const { composers } = useParts();
  const { draftPath } = useParams({ strict: false });
  const { to, subject, body } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const given = { ...(to && { to }), ...(subject && { subject }), ...(body && { body }) };
    const opening = draftPath ? composers.resume(draftPath) : composers.begin({ kind: 'new', ...given });
    void opening.then(() => navigate({ to: '/inbox', replace: true }));
  }, [composers, navigate, draftPath, to, subject, body]);
  return null;
}
