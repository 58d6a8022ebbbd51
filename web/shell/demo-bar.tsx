import { useQuery } from '@tanstack/react-query';
import { demoQuery } from '../accounts/queries.ts';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useDemo } from '../welcome/use-demo.ts';
import styles from './demo-bar.module.css';

const words = strings.demo;

/** Says that this is made-up mail, where one has come from mail of one's own and can go back. */
export function DemoBar() {
  const { api } = useParts();
  const { data } = useQuery(demoQuery(api));
  const { isSwitching, error, enter } = useDemo();
  if (!data?.on || !data.may_switch) return null;
  return (
    <div className={styles['bar']} role="note">
      <span>{error ? `${words.failed}. ${error}` : words.bar}</span>
      <Button look="quiet" isBusy={isSwitching} onClick={() => void enter(false)}>
        {isSwitching ? words.leaving : words.leave}
      </Button>
    </div>
  );
}
