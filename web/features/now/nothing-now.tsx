import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import type { NowData } from '../../data/queries/modes.ts';
import { strings } from '../../i18n/strings.ts';
import { useGuide } from '../modes/mode-guide.tsx';
import styles from './now.module.css';

/** Nothing needs the user, or nothing is known yet. */
export function NothingNow({ now: { empty_state, first_run } }: { now: NowData }) {
  const guide = useGuide('now');
  const title = (first_run.complete ? empty_state : guide?.never_had_any) ?? guide?.clear_for_now ?? '';
  return (
    <EmptyState illustration={first_run.complete ? 'resting' : 'coming'} title={title} hint={guide?.lands_here ?? ''}>
      <p className={styles['ways']}>
        <Link to="/messages">{strings.modes.names.messages}</Link>
        <Link to="/inbox">{strings.places.inbox}</Link>
      </p>
    </EmptyState>
  );
}
