import { useQuery } from '@tanstack/react-query';
import { type Rule, ruleHistoryQuery, type RuleRun } from '../../data/queries/rules.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { Button } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { useNow } from '../../design/use-now.ts';
import { formatList } from '../../i18n/formats.ts';
import { strings } from '../../i18n/strings.ts';
import { formatPastMoment } from '../../i18n/upcoming-dates.ts';
import styles from './rules-page.module.css';

const t = strings.rules.history;

/** What the rule did, newest first, with what failed. */
export function RuleHistory({ rule }: { rule: Rule }) {
  const { api } = useServices();
  const { data: runs, error } = useQuery(ruleHistoryQuery(api, rule.id));
  return (
    <section className={styles['history']} aria-label={t.title}>
      <h2>{t.title}</h2>
      {error && !runs && <p className={styles['fault']}>{errorText(error)}</p>}
      {runs?.length === 0 && <p className={styles['soft']}>{t.none}</p>}
      <ul role="list">
        {runs?.map((run) => (
          <Run key={`${run.timestamp} ${run.message_id}`} run={run} />
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { run: RuleRun }) {
  const mailActions = useMailActions();
  const now = useNow();
  const { timestamp, success, blocked, error, actions_applied, mutation_id, hooks } = run;
  return (
    <li>
      <time dateTime={timestamp}>{formatPastMoment(new Date(timestamp), now)}</time>
      <div>
        <p className={success ? undefined : styles['fault']}>
          {success
            ? t.done({ actions: formatList(actions_applied) })
            : blocked
              ? t.blocked({ reason: error ?? '' })
              : t.failed({ reason: error ?? '' })}
        </p>
        {hooks.map((hook, at) => (
          // Commands have no identity but their position.
          <details key={at} className={styles['hook']}>
            <summary>
              <code>{hook.command}</code> {t.states[hook.state]}
            </summary>
            {hook.error !== null && <p className={styles['fault']}>{hook.error}</p>}
            <pre>{hook.output || t.noOutput}</pre>
            {hook.output_cut && <p className={styles['soft']}>{t.outputCut}</p>}
          </details>
        ))}
      </div>
      {mutation_id !== null && (
        <Button look="quiet" onClick={() => void mailActions.undo(mutation_id)}>
          {strings.acting.undo}
        </Button>
      )}
    </li>
  );
}
