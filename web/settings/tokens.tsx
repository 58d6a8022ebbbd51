import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../api.ts';
import { Button, classes } from '../design/button.tsx';
import { ErrorPanel } from '../design/panel.tsx';
import { Bone, Skeleton } from '../design/skeleton.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { useAccountNames } from './agent-profiles.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { tokensQuery } from './queries.ts';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';
import { TokenForm } from './token-form.tsx';
import { list } from '../words/formats.ts';
import { speaking } from '../words/speaking.ts';

const words = strings.settings.tokens;
type Token = Reply<'tokens', 'list'>['tokens'][number];

/** The tokens beside the owner's own: who has one, a new one, and to take one back. */
export function Tokens() {
  const { api } = useParts();
  const { data, error, refetch } = useQuery(tokensQuery(api));
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Section title={words.title} hint={words.hint}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={words.loading} className={styles['card']}>
          <Bone width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {data?.length === 0 && !isAdding && <p className={classes(styles['card'], styles['block'])}>{words.none}</p>}
      {data && data.length > 0 && (
        <ul className={styles['card']}>
          {data.map((token) => (
            <TokenRow key={token.token_id} token={token} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <TokenForm onClose={() => setIsAdding(false)} />
      ) : (
        <div className={styles['buttons']}>
          <Button id="add-token" onClick={() => setIsAdding(true)}>
            {words.add}
          </Button>
        </div>
      )}
    </Section>
  );
}

const day = (at: Date) => speaking().dates({ day: 'numeric', month: 'long', year: 'numeric' }).format(at);

function TokenRow({ token: { token_id, name, origin, account_ids, created_at } }: { token: Token }) {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const tried = useTrying();
  const accounts = useAccountNames();
  const [isAsking, setIsAsking] = useState(false);
  const names = account_ids?.map((id) => accounts.find((account) => account.id === id)?.name ?? id);
  async function answer(isWanted: boolean): Promise<void> {
    setIsAsking(false);
    if (!isWanted || !(await tried(() => api.tokens.remove({ token_id }), words.notRevoked))) return;
    toasts.show({ tone: 'plain', text: words.revoked({ name }) });
    await client.invalidateQueries({ queryKey: tokensQuery(api).queryKey });
    document.getElementById('add-token')?.focus();
  }
  return (
    <li className={styles['entry']}>
      <div>
        <p className={styles['name']} dir="auto">
          {name}
        </p>
        <p className={styles['hint']}>
          {words.about({
            origin: words.originNames[origin],
            day: day(new Date(created_at)),
            accounts: names && list(names),
          })}
        </p>
      </div>
      <Button aria-label={words.revokeOf({ name })} onClick={() => setIsAsking(true)}>
        {words.revoke}
      </Button>
      {isAsking && (
        <AskDialog
          title={words.revokeOf({ name })}
          question={words.asksRevoke}
          yes={words.yesRevoke}
          onAnswer={(isWanted) => void answer(isWanted)}
        />
      )}
    </li>
  );
}
