import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { wordsOf } from '../design/panel.tsx';
import { useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { entriesOf } from './address-line.ts';
import type { Writing } from './writing.ts';

/** Which address it goes out from, and the signature that goes with it until another is chosen. */
export function useSigning(writing: Writing) {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const isChosen = useRef(false);

  function sign(signature: string | null): void {
    isChosen.current = true;
    writing.change({ signature });
  }

  async function writeFrom(from: string): Promise<void> {
    writing.change({ from });
    if (isChosen.current) return;
    const email = entriesOf(from)[0]?.email ?? '';
    const { frontmatter } = writing.state().session;
    try {
      const { accounts } = await client.ensureQueryData(accountsQuery(api));
      const account = accounts.find((each) => each.email.toLowerCase() === email.toLowerCase());
      const { signature } = await api.signatures.resolve({
        kind: frontmatter.intent === undefined ? 'new' : 'reply',
        ...(account && { account_id: account.account_id, from_email: email }),
      });
      if (!isChosen.current && writing.state().fields.from === from)
        writing.change({ signature: signature?.name ?? null });
    } catch (error) {
      toasts.show({ tone: 'bad', text: strings.compose.signatureStays, note: wordsOf(error) });
    }
  }

  return { sign, writeFrom: (from: string) => void writeFrom(from) };
}
