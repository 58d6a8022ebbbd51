import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { threadLink } from '../../data/lens-links.ts';
import { type Preview, type Rule, type RuleContent, rulePreviewQuery } from '../../data/queries/rules.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { formatDate } from '../../i18n/formats.ts';
import { Select } from '../../design/controls/select.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './rules-page.module.css';

const t = strings.rules.preview;
const periods = [30, 90, 365, 3650] as const;
/** While the user types, nothing is asked for. In milliseconds. */
const pauseMs = 400;

type PreviewPaneProps = {
  /** Undefined while something is left to fill in. */
  content: RuleContent | undefined;
  /** The stored rule, if the draft is the same. */
  rule: Rule | undefined;
};

/** What the rule would do with the mail that is here. Nothing changes before the user applies it. */
export function PreviewPane({ content, rule }: PreviewPaneProps) {
  const { api } = useServices();
  const [days, setDays] = useState<number>(periods[0]);
  const asked = useSettled(content);
  const { data, error, isPlaceholderData } = useQuery(rulePreviewQuery(api, asked, days));
  return (
    <aside className={styles['preview']} aria-label={t.title}>
      <p className={styles['live']}>{t.live}</p>
      <label className={styles['account']}>
        {t.period}
        <Select className={styles['field']} value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {periods.map((each) => (
            <option key={each} value={each}>
              {t.periods[each]}
            </option>
          ))}
        </Select>
      </label>
      {!content && <p className={styles['soft']}>{t.incomplete}</p>}
      {content && error && (
        <p role="alert" className={styles['fault']}>
          {errorText(error)}
        </p>
      )}
      {content && data && (
        <Found
          data={data}
          rule={rule}
          isStale={isPlaceholderData || JSON.stringify(asked) !== JSON.stringify(content)}
        />
      )}
    </aside>
  );
}

function Found({ data, rule, isStale }: { data: Preview; rule: Rule | undefined; isStale: boolean }) {
  const dates = useMailDates();
  const [result] = data.results;
  if (!result) return null;
  const { total, matches, message_ids } = result;
  return (
    <div aria-busy={isStale || undefined} className={styles['found']}>
      <h2>
        <span role="status">{t.found({ count: total })}</span>
      </h2>
      <p className={styles['soft']}>{t.checked({ count: data.checked, complete: data.complete ? 'yes' : 'no' })}</p>
      {total > 0 && rule && !isStale && <ApplyButton rule={rule} messageIds={message_ids} total={total} />}
      {total > 0 && !rule && <p className={styles['soft']}>{t.saveFirst}</p>}
      <ul role="list">
        {matches.map(({ message_id, thread_id, from, subject, date }) => (
          <li key={message_id}>
            <Link {...threadLink({ kind: 'all' }, thread_id)} className={styles['match']}>
              <span className={styles['name']} dir="auto">
                {from}
              </span>
              <time dateTime={date}>{dates.short(date, formatDate(date))}</time>
              <span className={styles['subject']} dir="auto">
                {subject || strings.list.noSubject}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {matches.length < total && <p className={styles['soft']}>{t.more({ count: total - matches.length })}</p>}
    </div>
  );
}

/** Applies the rule to exactly the messages that were found. One undo reverts all of it. */
function ApplyButton({ rule, messageIds, total }: { rule: Rule; messageIds: readonly string[]; total: number }) {
  const { api } = useServices();
  const mailActions = useMailActions();
  const { runOnce, isPending } = useAction({ affects: ['rules', 'mailbox', 'thread', 'shell', 'history', 'jobs'] });
  const isOnlyHooks = rule.actions.every(({ type }) => type === 'shell_hook' || type === 'stop');
  if (isOnlyHooks) return <p className={styles['soft']}>{t.onlyHooks}</p>;
  const apply = () =>
    runOnce(async () => {
      const { result } = await api.rules.apply({ id: rule.id, message_ids: [...messageIds] });
      const description = t.applied({ name: rule.name, count: messageIds.length });
      if (result.mutation_id) mailActions.offerUndo(description, result.mutation_id);
    }, t.notApplied);
  return (
    <Button isBusy={isPending} onClick={() => void apply()}>
      {messageIds.length < total ? t.applyNewest({ count: messageIds.length }) : t.apply({ count: total })}
    </Button>
  );
}

/** The value once it has not changed for a moment. Values are compared as JSON, and an equal one keeps its identity. */
function useSettled(value: RuleContent | undefined): RuleContent | undefined {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled(text === undefined ? undefined : (JSON.parse(text) as RuleContent)),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
