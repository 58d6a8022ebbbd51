import { Bot, Feather, type LucideIcon, SquareTerminal, UserRound } from 'lucide-react';
import { formatMoment } from '../../i18n/upcoming-dates.ts';
import { useNow } from '../../design/use-now.ts';
import { useMailDates } from '../../data/settings/mail-dates.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './activity-page.module.css';
import { describeContext, describeAction, describeActor, describeOutcome } from './entry-text.ts';
import { type ActivityEntry, partyOf, type Party } from '../../data/queries/activity.ts';
import { formatTime } from '../../i18n/formats.ts';

const t = strings.activity;
const partyIcons: Record<Party, LucideIcon> = {
  people: UserRound,
  scripts: SquareTerminal,
  agents: Bot,
  posthorn: Feather,
};

type EntryRowProps = {
  entry: ActivityEntry;
  tokens: ReadonlyMap<string, string> | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** An entry of the log. It can be selected, to redact it. */
export function EntryRow({ entry, tokens, isChosen, onChoose }: EntryRowProps) {
  const { ts, action, source, outcome, redacted } = entry;
  const { full } = useMailDates();
  const now = useNow();
  const actionText = describeAction(action);
  const about = describeContext(entry);
  const outcomeText = describeOutcome(outcome);
  const at = new Date(ts).toISOString();
  return (
    <li className={styles['entry']} data-party={partyOf(source)} data-redacted={redacted || undefined}>
      <input
        type="checkbox"
        className={styles['tick']}
        checked={isChosen}
        disabled={redacted}
        aria-label={t.choose({ what: actionText, time: formatTime(at) })}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <PartyIcon source={source} />
      <div className={styles['words']}>
        <p className={styles['what']}>
          {actionText}
          {outcomeText !== undefined && <span className={styles['trouble']}>{outcomeText}</span>}
        </p>
        <p className={styles['about']} dir="auto">
          {[describeActor(entry, tokens), about].filter(Boolean).join(' · ')}
        </p>
      </div>
      <time className={styles['when']} dateTime={at} title={full(at, formatMoment(new Date(at), now))}>
        {formatTime(at)}
      </time>
    </li>
  );
}

/** The icon of the caller: the user, a script, an agent or Posthorn. */
export function PartyIcon({ source }: Pick<ActivityEntry, 'source'>) {
  const Icon = partyIcons[partyOf(source)];
  return <Icon className={styles['mark']} aria-hidden="true" />;
}
