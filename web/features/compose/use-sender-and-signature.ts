import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useServices } from '../../data/services.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { parseRecipients } from '../../data/compose/address-list.ts';
import type { Composition } from '../../data/compose/composition.ts';

/** The sender address, and its signature until the user chooses another. */
export function useSenderAndSignature(composition: Composition) {
  const { api } = useServices();
  const client = useQueryClient();
  const { runAction } = useAction();
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
    await runAction(async () => {
      const { accounts } = await client.ensureQueryData(accountsQuery(api));
      const account = accounts.find((each) => each.email.toLowerCase() === email.toLowerCase());
      const { signature } = await api.signatures.resolve({
        kind: frontmatter.intent === undefined ? 'new' : 'reply',
        ...(account && { account_id: account.account_id, from_email: email }),
      });
      if (!isChosen.current && composition.state().fields.from === from)
        composition.change({ signature: signature?.name ?? null });
    }, strings.compose.signatureStays);
  }

  return { sign: setSignature, setSender: (from: string) => void setSender(from) };
}
