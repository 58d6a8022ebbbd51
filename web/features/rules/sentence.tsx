import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useLabels } from '../../data/labels/use-labels.ts';
import type { RuleAction } from '../../data/queries/rules.ts';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { type ActionKind, actionKinds, actionOfKind, actionText } from './action-kinds.ts';
import { type ConditionKind, conditionKinds, conditionText, kindOf, testOfKind } from './condition-kinds.ts';
import { type RuleDraft, type Test, textCondition } from './rule-draft.ts';
import { conditionsText } from './rule-text.ts';
import { dayOf } from './days.ts';
import { TestValue, Token, WordInput } from './tokens.tsx';
import styles from './rules-page.module.css';

const t = strings.rules;
const maxParts = 20;

type SentenceProps = { draft: RuleDraft; onChange: (part: Partial<RuleDraft>) => void };

/** The rule as a sentence whose words can be changed: when a message arrives and …, then …. */
export function Sentence({ draft, onChange }: SentenceProps) {
  const labelList = useId();
  const { labels } = useLabels();
  const { tests, actions, joiner, fixed } = draft;
  return (
    <div className={styles['sentence']}>
      <datalist id={labelList}>
        {labels.map(({ fullName }) => (
          <option key={fullName}>{fullName}</option>
        ))}
      </datalist>
      <div role="group" aria-label={t.conditions} className={styles['clauses']}>
        <span>{t.when}</span>
        {fixed ? (
          <span>
            <strong dir="auto">{conditionsText(fixed)}</strong>
            <span className={styles['soft']}> {t.fixedHint}</span>
          </span>
        ) : (
          tests.map((test, at) => (
            // Conditions have no identity but their position.
            <TestClause
              key={at}
              test={test}
              labelList={labelList}
              joiner={at === 0 ? undefined : joiner}
              onJoiner={(next) => onChange({ joiner: next })}
              onChange={(next) => onChange({ tests: tests.toSpliced(at, 1, next) })}
              onRemove={tests.length > 1 ? () => onChange({ tests: tests.toSpliced(at, 1) }) : undefined}
            />
          ))
        )}
        {!fixed && tests.length < maxParts && (
          <Button
            look="quiet"
            onClick={() => onChange({ tests: [...tests, { condition: textCondition('subject'), isNot: false }] })}
          >
            <Plus aria-hidden="true" />
            {t.addCondition}
          </Button>
        )}
      </div>
      <div role="group" aria-label={t.actionsLabel} className={styles['clauses']}>
        <span>{t.then}</span>
        {actions.map((action, at) => (
          // Actions have no identity but their position.
          <ActionClause
            key={at}
            action={action}
            labelList={labelList}
            isFirst={at === 0}
            onChange={(next) => onChange({ actions: actions.toSpliced(at, 1, next) })}
            onRemove={actions.length > 1 ? () => onChange({ actions: actions.toSpliced(at, 1) }) : undefined}
          />
        ))}
        {actions.length < maxParts && (
          <Button look="quiet" onClick={() => onChange({ actions: [...actions, { type: 'archive' }] })}>
            <Plus aria-hidden="true" />
            {t.addAction}
          </Button>
        )}
      </div>
    </div>
  );
}

type TestClauseProps = {
  test: Test;
  labelList: string;
  /** Absent for the first one. */
  joiner: 'and' | 'or' | undefined;
  onJoiner: (joiner: 'and' | 'or') => void;
  onChange: (test: Test) => void;
  onRemove: (() => void) | undefined;
};

function TestClause({ test, labelList, joiner, onJoiner, onChange, onRemove }: TestClauseProps) {
  return (
    <span className={styles['clause']}>
      {joiner && (
        <Token
          label={t.joiner}
          value={joiner}
          options={[
            ['and', t.and],
            ['or', t.or],
          ]}
          onChange={(next) => onJoiner(next === 'or' ? 'or' : 'and')}
        />
      )}
      <Token
        label={t.condition}
        value={kindOf(test) ?? test.condition.field}
        options={conditionKinds.map((each) => [each, t.kinds[each]])}
        onChange={(next) => onChange(testOfKind(next as ConditionKind, test))}
      />
      <TestValue test={test} labelList={labelList} onChange={onChange} />
      {onRemove && (
        <IconButton name={t.removeNamed({ text: conditionText(test) })} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

type ActionClauseProps = {
  action: RuleAction;
  labelList: string;
  isFirst: boolean;
  onChange: (action: RuleAction) => void;
  onRemove: (() => void) | undefined;
};

function ActionClause({ action, labelList, isFirst, onChange, onRemove }: ActionClauseProps) {
  return (
    <span className={styles['clause']}>
      {!isFirst && <span>{t.and}</span>}
      <Token
        label={t.action}
        value={action.type}
        options={actionKinds.map((each) => [each, t.actions[each]])}
        onChange={(next) => onChange(actionOfKind(next as ActionKind, action))}
      />
      <ActionValue action={action} labelList={labelList} onChange={onChange} />
      {onRemove && (
        <IconButton name={t.removeNamed({ text: actionText(action) })} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

function ActionValue({ action, labelList, onChange }: Omit<ActionClauseProps, 'isFirst' | 'onRemove'>) {
  if ('label' in action)
    return (
      <WordInput
        label={t.label}
        value={action.label}
        list={labelList}
        onChange={(label) => onChange({ ...action, label })}
      />
    );
  if ('command' in action)
    return (
      <>
        <WordInput
          label={t.command}
          placeholder={t.commandPlaceholder}
          value={action.command}
          onChange={(command) => onChange({ ...action, command })}
        />
        <span className={styles['note']}>{t.commandHint}</span>
      </>
    );
  if (!('duration' in action)) return null;
  const { duration } = action;
  if (duration.type === 'until') return <span>{t.until({ date: dayOf(duration.date) })}</span>;
  return (
    <>
      <WordInput
        label={t.count}
        type="number"
        value={String(duration.count)}
        onChange={(text) =>
          onChange({ ...action, duration: { ...duration, count: Math.min(3650, Math.max(1, Number(text) || 1)) } })
        }
      />
      <Token
        label={t.unit}
        value={duration.type}
        options={[
          ['hours', t.hours],
          ['days', t.days],
        ]}
        onChange={(unit) =>
          onChange({ ...action, duration: { type: unit === 'hours' ? 'hours' : 'days', count: duration.count } })
        }
      />
    </>
  );
}
