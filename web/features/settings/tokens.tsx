import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../../api/client.ts';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import { useAccountNames } from './agent-profiles.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { tokensQuery } from '../../data/queries/settings.ts';
import { ListedSection } from './listed-section.tsx';
import styles from './settings.module.css';
import { TokenForm } from './token-form.tsx';
import { formatList } from '../../i18n/formats.ts';
import { currentLocale } from '../../i18n/current-locale.ts';

const t = strings.settings.tokens;
type Token = Reply<'tokens', 'list'>['tokens'][number];

/** The tokens other than the owner's own: list, create and revoke. */
export function Tokens() {
  const { api } = useServices();
  return (
    <ListedSection
      texts={t}
      items={useQuery(tokensQuery(api))}
      addButtonId="add-token"
      renderRow={(token) => <TokenRow key={token.token_id} token={token} />}
      renderForm={(onClose) => <TokenForm onClose={onClose} />}
    />
  );
}

const day = (at: Date) => currentLocale().dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(at);

/** What a token may do, how long it works, and when it was used last. */
function stateOf({ scopes, expires_at, last_used_at }: Token): string[] {
  const expiry = expires_at === null ? undefined : new Date(expires_at);
  const isExpired = expiry !== undefined && expiry.getTime() <= Date.now();
  return [
    ...(scopes && scopes.length > 0
      ? [t.scopes({ scopes: formatList(scopes.map((each) => t.scopeNames[each])) })]
      : []),
    ...(expiry ? [(isExpired ? t.expired : t.expiresOn)({ day: day(expiry) })] : []),
    last_used_at === null ? t.neverUsed : t.usedOn({ day: day(new Date(last_used_at)) }),
  ];
}

function TokenRow({ token }: { token: Token }) {
  const { token_id, name, origin, account_ids, created_at } = token;
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['tokens'] });
  const accounts = useAccountNames();
  const [isConfirming, setIsConfirming] = useState(false);
  const names = account_ids?.map((id) => accounts.find((account) => account.id === id)?.name ?? id);
  async function answer(isConfirmed: boolean): Promise<void> {
    setIsConfirming(false);
    if (!isConfirmed || !(await runAction(() => api.tokens.remove({ token_id }), t.notRevoked))) return;
    toasts.show({ tone: 'plain', text: t.revoked({ name }) });
    document.getElementById('add-token')?.focus();
  }
  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']} dir="auto">
          {name}
        </p>
        <p className={styles['hint']}>
          {t.about({
            origin: t.originNames[origin],
            day: day(new Date(created_at)),
            accounts: names && formatList(names),
          })}
        </p>
        <p className={styles['hint']}>{stateOf(token).join(' · ')}</p>
      </div>
      <Button aria-label={t.revokeOf({ name })} onClick={() => setIsConfirming(true)}>
        {t.revoke}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t.revokeOf({ name })}
          question={t.asksRevoke}
          yes={t.yesRevoke}
          onAnswer={(isConfirmed) => void answer(isConfirmed)}
        />
      )}
    </li>
  );
}
