import { Check, Info, TriangleAlert } from 'lucide-react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import { strings } from '../../../i18n/strings.ts';
import { describeReason } from './reason-text.ts';
import type { Trust } from './queries.ts';
import { trackersOf } from './tracker-names.ts';
import styles from './trust.module.css';

const t = strings.trust;
const icons = { good: Check, note: Info, warning: TriangleAlert };

/** The reasons of the trust assessment, first as sentences, then the results of the mail server's checks. */
export function TrustCard({ trust, body }: { trust: Trust; body: MessageBody }) {
  const { verdict, reasons, sender } = trust;
  const trackers = trackersOf(body);
  const isForeign = sender.domain !== sender.ascii_domain;
  return (
    <div className={styles['card']}>
      <p className={styles['verdict']} data-verdict={verdict}>
        {t.verdicts[verdict]}
      </p>
      <ul className={styles['reasons']}>
        {reasons.map((reason) => {
          const Icon = icons[reason.severity];
          return (
            <li key={`${reason.code} ${reason.detail}`} data-severity={reason.severity}>
              <Icon aria-hidden="true" />
              <span>{describeReason(reason)}</span>
            </li>
          );
        })}
        {trackers.count > 0 && (
          <li data-severity="note">
            <Info aria-hidden="true" />
            <span>{t.trackers({ trackers: trackers.count, names: trackers.names })}</span>
          </li>
        )}
      </ul>
      {isForeign && (
        <p className={styles['foreign']}>
          {t.foreign} <bdi>{sender.domain}</bdi> · <code>{sender.ascii_domain}</code>
        </p>
      )}
      <Checks trust={trust} />
    </div>
  );
}

/** The technical terms in small text, for users who know them. */
function Checks({ trust: { checks, checked_by, checked_here } }: { trust: Trust }) {
  if (checks.length === 0) return null;
  return (
    <div className={styles['checks']}>
      <h3>{checked_here ? t.checkedHere : t.checkedBy({ server: checked_by })}</h3>
      <dl>
        {checks.map(({ method, result, domain }) => (
          <div key={method}>
            <dt>
              {method.toUpperCase()} <span>{t.methods[method]}</span>
            </dt>
            <dd data-passed={result === 'pass' || undefined}>
              {t.result({ result })}
              {domain !== null && <span> · {domain}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
