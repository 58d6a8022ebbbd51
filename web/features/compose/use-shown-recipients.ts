import { useState } from 'react';
import type { RecipientKind } from './recipients/recipient-kind.ts';

/** The recipient fields that the user asked for: shown though they are empty, and the last one with the focus. */
export function useShownRecipients() {
  const [shown, setShown] = useState<ReadonlySet<RecipientKind>>(new Set());
  const [requestedField, setRequestedField] = useState<{ kind: RecipientKind; at: number }>();

  function show(kind: RecipientKind): void {
    setShown(new Set([...shown, kind]));
    setRequestedField({ kind, at: (requestedField?.at ?? 0) + 1 });
  }

  return { shown, requestedField, show };
}
