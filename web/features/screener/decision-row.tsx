import type { Decision, Disposition } from '../../data/queries/screener.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { strings } from '../../i18n/strings.ts';
import { formatDate } from '../../i18n/formats.ts';
import styles from './decisions-page.module.css';
import { useDecide } from './use-decide.ts';

const t = strings.screener.decisions;

type DecisionRowProps = {
  decision: Decision;
  /** The name of the account, if there are several. */
  account: string | undefined;
};

/** A decision: about whose mail, where it goes, and its removal. */
export function DecisionRow({ decision, account }: DecisionRowProps) {
  const { decide, clear } = useDecide();
  const { account_id, scope, value, disposition, is_blocked, route_label, route_label_exists, decided_at } = decision;
  const shown = is_blocked ? 'blocked' : disposition;
  const facts = [t.scope[scope], t.decidedOn({ day: formatDate(decided_at) }), account].filter(Boolean).join(' · ');
  return (
    <li className={styles['record']}>
      <div className={styles['words']}>
        <span className={styles['value']} dir="auto">
          {value}
        </span>
        <p className={styles['facts']}>{facts}</p>
        {route_label !== null && (
          <p className={route_label_exists ? styles['facts'] : styles['fault']}>
            {route_label_exists ? t.routed({ label: route_label }) : t.labelGone({ label: route_label })}
          </p>
        )}
      </div>
      <Select
        className={styles['choice']}
        aria-label={t.goesTo({ value })}
        value={shown}
        onChange={({ target }) => {
          const chosen = target.value as Disposition;
          const label = chosen === 'unknown' ? null : route_label;
          void decide(
            { account_id, scope, value, disposition: chosen, route_label: label },
            { name: value, disposition: chosen },
          );
        }}
      >
        {is_blocked && <option value="blocked">{t.blocked}</option>}
        {(['allow', 'paper_trail', 'feed', 'deny'] as const).map((each) => (
          <option key={each} value={each}>
            {t.choice[each]}
          </option>
        ))}
        {scope === 'sender' && <option value="unknown">{t.choice.unknown}</option>}
      </Select>
      <Button aria-label={t.removeNamed({ value })} onClick={() => void clear({ account_id, scope, value }, value)}>
        {t.remove}
      </Button>
    </li>
  );
}
