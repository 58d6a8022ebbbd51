import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorText } from '../../design/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { parseRecipients } from '../../data/compose/address-list.ts';
import type { Composition } from '../../data/compose/composition.ts';

/** Which address it goes out from, and the signature that goes with it until another is chosen. */
export function useSenderAndSignature(composition: Composition) {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const isChosen = useRef(false);

  function setSignature(signature: string | null): void {
    isChosen.current = true;
    composition.change({ signature });
  }

  async function setSender(from: string): Promise<void> {
    composition.change({ from });
    if (isChosen.current) return;
    const email = parseRecipients(from)[0]?.email ?? '';
    const { frontmatter } = composition.state().session;
    try {
      const { accounts } = await client.ensureQueryData(accountsQuery(api));
      const account = accounts.find((each) => each.email.toLowerCase() === email.toLowerCase());
      const { signature } = await api.signatures.resolve({
        kind: frontmatter.intent === undefined ? 'new' : 'reply',
        ...(account && { account_id: account.account_id, from_email: email }),
      });
      if (!isChosen.current && composition.state().fields.from === from)
        composition.change({ signature: signature?.name ?? null });
    } catch (error) {
      toasts.show({ tone: 'bad', text: strings.compose.signatureStays, note: errorText(error) });
    }
  }

  return { sign: setSignature, setSender: (from: string) => void setSender(from) };
}
