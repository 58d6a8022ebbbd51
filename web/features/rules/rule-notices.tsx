import { useState } from 'react';
import type { Rule } from '../../data/queries/rules.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { strings } from '../../i18n/strings.ts';
import { formatPastMoment } from '../../i18n/upcoming-dates.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import styles from './rules-page.module.css';

const t = strings.rules.notices;

/** Why a rule is not applied, with the way to apply it again. */
export function PauseNotice({ rule: { id, paused_at, last_error } }: { rule: Rule }) {
  const { api } = useServices();
  const now = useNow();
  const { runOnce, isPending } = useAction({ affects: ['rules'] });
  if (paused_at === null) return null;
  return (
    <div role="status" className={styles['notice']}>
      <p className={styles['name']}>{t.paused({ moment: formatPastMoment(new Date(paused_at), now) })}</p>
      <p>{last_error}</p>
      <Button isBusy={isPending} onClick={() => void runOnce(() => api.rules.resume({ id }), t.notResumed)}>
        {t.resume}
      </Button>
    </div>
  );
}

/** The programs of a rule that do not run before the owner has allowed them. */
export function HookConfirmations({ rule }: { rule: Rule }) {
  return rule.unconfirmed_hooks.map((command) => <HookConfirmation key={command} id={rule.id} command={command} />);
}

function HookConfirmation({ id, command }: { id: string; command: string }) {
  const { api } = useServices();
  const [isAsking, setIsAsking] = useState(false);
  const { runOnce, isPending } = useAction({ affects: ['rules'] });
  return (
    <div role="status" className={styles['notice']}>
      <p className={styles['name']}>{t.hook}</p>
      <code>{command}</code>
      <p>{t.hookHint}</p>
      <Button isBusy={isPending} onClick={() => setIsAsking(true)}>
        {t.allow}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.allowTitle}
          question={t.allowQuestion({ command })}
          yes={t.allowYes}
          onAnswer={(isConfirmed) => {
            setIsAsking(false);
            if (isConfirmed) void runOnce(() => api.rules.confirmHook({ id, command }), t.notAllowed);
          }}
        />
      )}
    </div>
  );
}
