import { Link } from '@tanstack/react-router';
import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import buttons from '../../design/controls/button.module.css';
import { Button, classes } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './diagnostics-page.module.css';
import { remedyFor } from './finding-remedy.ts';
import type { Finding } from '../../data/queries/diagnostics.ts';

const t = strings.diagnostics;
const severityIcons: Record<Finding['severity'], LucideIcon> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
};

type CardProps = {
  finding: Finding;
  /** Whether its repair is running. */
  isBusy: boolean;
  /** Whether any repair is running. */
  isWaiting: boolean;
  /** Runs its repair, or the other one. */
  onRepair: (action: Finding['action']) => void;
  /** Opens the bug report. */
  onReport: () => void;
};

/** A problem with its explanation, its advice, and its button. */
export function FindingCard({ finding, isBusy, isWaiting, onRepair, onReport }: CardProps) {
  const { severity, message, remediation, action, other_action: other } = finding;
  const help = remedyFor(finding);
  const SeverityIcon = severityIcons[severity];
  return (
    <li className={styles['card']} data-severity={severity} aria-busy={isBusy}>
      <SeverityIcon className={styles['mark']} aria-hidden="true" />
      <div className={styles['words']}>
        <p className={styles['message']} dir="auto">
          <span className="visually-hidden">{t.severities[severity]}: </span>
          {message}
        </p>
        <Steps steps={remediation} />
      </div>
      {help?.kind === 'repair' && (
        <div className={styles['repairs']}>
          <Button
            onClick={() => isWaiting || onRepair(action)}
            isBusy={isBusy}
            aria-disabled={isWaiting}
            aria-label={t.repairThis({ label: help.label, message })}
          >
            {isBusy ? t.busy : help.label}
          </Button>
          {other && (
            <Button
              look="quiet"
              onClick={() => isWaiting || onRepair(other)}
              aria-disabled={isWaiting}
              aria-label={t.repairThis({ label: other.label, message })}
            >
              {other.label}
            </Button>
          )}
        </div>
      )}
      {help?.kind === 'report' && (
        <Button
          className={styles['repair']}
          onClick={onReport}
          aria-label={t.repairThis({ label: t.bugReport, message })}
        >
          {t.bugReport}
        </Button>
      )}
      {help?.kind === 'link' && (
        <Link
          {...help.link}
          className={classes(buttons['button'], buttons['plain'], styles['repair'])}
          aria-label={t.repairThis({ label: help.label, message })}
        >
          {help.label}
        </Link>
      )}
    </li>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null;
  if (steps.length === 1) return <p className={styles['step']}>{steps[0]}</p>;
  return (
    <ol className={styles['steps']}>
      {steps.map((step) => (
        <li key={step} className={styles['step']}>
          {step}
        </li>
      ))}
    </ol>
  );
}
