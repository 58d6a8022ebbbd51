import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import type { Rule } from '../../data/queries/rules.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { IconButton } from '../../design/controls/button.tsx';
import { useNow } from '../../design/use-now.ts';
import { useOptimisticValue } from '../../design/use-optimistic-value.ts';
import { strings } from '../../i18n/strings.ts';
import { formatPastMoment } from '../../i18n/upcoming-dates.ts';
import settings from '../settings/settings.module.css';
import { prioritiesAfterMove } from './rule-draft.ts';
import { ruleText } from './rule-text.ts';
import styles from './rules-page.module.css';

const t = strings.rules;

/** The rules in their order, which is changed by dragging or with buttons. */
export function RuleList({ rules }: { rules: readonly Rule[] }) {
  const { api } = useServices();
  const { runOnce } = useAction({ affects: ['rules'] });
  const [dragged, setDragged] = useState<number>();
  const [target, setTarget] = useState<number>();

  /** A few rules are stored one after the other; a failure leaves an order that the page shows. */
  const move = (from: number, to: number) =>
    runOnce(async () => {
      for (const { id, priority } of prioritiesAfterMove(rules, from, to)) {
        const rule = rules.find((each) => each.id === id);
        if (rule) await api.rules.upsert({ rule: { ...writtenOf(rule), priority } });
      }
    }, t.notMoved);

  const dragHandlers = (at: number) => ({
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      setTarget(at);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== undefined) void move(dragged, at);
      setDragged(undefined);
      setTarget(undefined);
    },
  });

  return (
    <div>
      <ol className={styles['rules']}>
        {rules.map((rule, at) => (
          <li
            key={rule.id}
            className={styles['row']}
            data-target={(target === at && dragged !== at) || undefined}
            {...dragHandlers(at)}
          >
            <span
              className={styles['grip']}
              title={t.drag}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', rule.name);
                setDragged(at);
              }}
              onDragEnd={() => {
                setDragged(undefined);
                setTarget(undefined);
              }}
            >
              <GripVertical aria-hidden="true" />
            </span>
            <RuleSwitch rule={rule} />
            <RuleWords rule={rule} />
            <span className={styles['order']}>
              <IconButton name={t.up({ name: rule.name })} disabled={at === 0} onClick={() => void move(at, at - 1)}>
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                name={t.down({ name: rule.name })}
                disabled={at === rules.length - 1}
                onClick={() => void move(at, at + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <p className={styles['soft']}>{t.orderHint}</p>
    </div>
  );
}

/** The part of a stored rule that a request to store it has. */
function writtenOf({ id, name, enabled, priority, conditions, actions, account_ids }: Rule) {
  return { id, name, enabled, priority, conditions, actions, account_ids };
}

function RuleSwitch({ rule }: { rule: Rule }) {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['rules'] });
  const [isOn, choose] = useOptimisticValue(rule.enabled, (enabled: boolean) =>
    runAction(() => api.rules.upsert({ rule: { ...writtenOf(rule), enabled } }), t.notSaved),
  );
  return (
    <input
      type="checkbox"
      className={settings['switch']}
      aria-label={t.use({ name: rule.name })}
      checked={isOn}
      onChange={({ target }) => void choose(target.checked)}
    />
  );
}

function RuleWords({ rule }: { rule: Rule }) {
  const now = useNow();
  const { id, name, enabled, paused_at, match_count, last_matched_at, last_error, unconfirmed_hooks } = rule;
  return (
    <Link to="/rules/{-$rule}" params={{ rule: id }} className={styles['words']}>
      <span className={styles['name']} dir="auto">
        {name}
      </span>
      <span className={styles['soft']} dir="auto">
        {ruleText(rule)}
      </span>
      <span className={styles['small']}>
        {last_matched_at === null
          ? t.neverMatched
          : t.matched({ count: match_count, moment: formatPastMoment(new Date(last_matched_at), now) })}
      </span>
      {enabled && paused_at !== null && (
        <span className={styles['fault']}>{t.paused({ reason: last_error ?? '' })}</span>
      )}
      {unconfirmed_hooks.length > 0 && <span className={styles['fault']}>{t.hookWaits}</span>}
    </Link>
  );
}
