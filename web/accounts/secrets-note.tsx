import { useQuery } from '@tanstack/react-query';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import styles from './accounts-page.module.css';
import { secretsQuery } from './queries.ts';

const words = strings.accounts.secrets;

/** Says where passwords lie that could lie safer, and puts them there. */
export function SecretsNote() {
  const { api, toasts } = useParts();
  const tried = useTrying('accounts', 'diagnostics');
  const { data } = useQuery(secretsQuery(api));
  if (data?.store !== 'keychain') return null;
  const { in_file, keychain } = data;
  const isOpen = keychain.state === 'answers';
  if (isOpen && in_file === 0) return null;
  const move = async () => {
    let left: readonly { reason: string }[] = [];
    const isDone = await tried(async () => ({ left } = await api.secrets.move({ to: 'keychain' })), words.notMoved);
    if (!isDone) return;
    const [first] = left;
    if (first) toasts.show({ tone: 'bad', text: words.left({ count: left.length }), note: first.reason });
    else toasts.show({ tone: 'plain', text: words.moved });
  };
  return (
    <div className={styles['note']} role="note">
      <p>{isOpen ? words.inFile({ count: in_file }) : keychain.message}</p>
      {isOpen && <Button onClick={() => void move()}>{words.move}</Button>}
    </div>
  );
}
