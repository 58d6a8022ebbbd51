import { useState } from 'react';
import type { RecipientKind } from './recipients/recipient-kind.ts';

/** The recipient fields that the user opened: shown although they are empty. The last one has the focus. */
export function useShownRecipients() {
  const [shown, setShown] = useState<ReadonlySet<RecipientKind>>(new Set());
  const [requestedField, setRequestedField] = useState<{ kind: RecipientKind; at: number }>();

  function show(kind: RecipientKind): void {
    setShown(new Set([...shown, kind]));
    setRequestedField({ kind, at: (requestedField?.at ?? 0) + 1 });
  }

  return { shown, requestedField, show };
}
