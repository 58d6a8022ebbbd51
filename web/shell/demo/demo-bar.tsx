import { useQuery } from '@tanstack/react-query';
import { demoQuery } from '../../data/queries/accounts.ts';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useDemo } from '../welcome/use-demo.ts';
import styles from './demo-bar.module.css';

const t = strings.demo;

/** Marks demo mail, with a button to leave the demo if the user came from their own mail. */
export function DemoBar() {
  const { api } = useServices();
  const { data } = useQuery(demoQuery(api));
  const { isSwitching, error, enter } = useDemo();
  if (!data?.on || !data.may_switch) return null;
  return (
    <div className={styles['bar']} role="note">
      <span>{error ? `${t.failed}. ${error}` : t.bar}</span>
      <Button look="quiet" isBusy={isSwitching} onClick={() => void enter(false)}>
        {isSwitching ? t.leaving : t.leave}
      </Button>
    </div>
  );
}
