import { useQuery } from '@tanstack/react-query';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';
import styles from './accounts-page.module.css';
import { secretsQuery } from '../../data/queries/accounts.ts';

const t = strings.accounts.secrets;

/** Reports passwords that can be stored more safely, and moves them. */
export function SecretsNote() {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['accounts', 'diagnostics'] });
  const { data } = useQuery(secretsQuery(api));
  if (data?.store !== 'keychain') return null;
  const { in_file, keychain } = data;
  const isOpen = keychain.state === 'answers';
  if (isOpen && in_file === 0) return null;
  const move = async () => {
    let left: readonly { reason: string }[] = [];
    const isDone = await runAction(async () => ({ left } = await api.secrets.move({ to: 'keychain' })), t.notMoved);
    if (!isDone) return;
    const [first] = left;
    if (first) toasts.show({ tone: 'bad', text: t.left({ count: left.length }), note: first.reason });
    else toasts.show({ tone: 'plain', text: t.moved });
  };
  return (
    <div className={styles['note']} role="note">
      <p>{isOpen ? t.inFile({ count: in_file }) : keychain.message}</p>
      {isOpen && <Button onClick={() => void move()}>{t.move}</Button>}
    </div>
  );
}
