import { Bot, Feather, type LucideIcon, SquareTerminal, UserRound } from 'lucide-react';
import { momentWords } from '../moments.ts';
import { useNow } from '../now.ts';
import { useMailDates } from '../settings/mail-dates.tsx';
import { strings } from '../strings.ts';
import styles from './activity-page.module.css';
import { aboutWords, actionWords, byWords, outcomeWords } from './entry-words.ts';
import { type ActivityEntry, partyOf, type Party } from './queries.ts';
import { timeWords } from '../words/formats.ts';

const words = strings.activity;
const marks: Record<Party, LucideIcon> = { people: UserRound, scripts: SquareTerminal, agents: Bot, posthorn: Feather };

type EntryRowProps = {
  entry: ActivityEntry;
  tokens: ReadonlyMap<string, string> | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** One thing that was done. It can be chosen, to remove what it was about. */
export function EntryRow({ entry, tokens, isChosen, onChoose }: EntryRowProps) {
  const { ts, action, source, outcome, redacted } = entry;
  const { full } = useMailDates();
  const now = useNow();
  const said = actionWords(action);
  const about = aboutWords(entry);
  const trouble = outcomeWords(outcome);
  const at = new Date(ts).toISOString();
  return (
    <li className={styles['entry']} data-party={partyOf(source)} data-redacted={redacted || undefined}>
      <input
        type="checkbox"
        className={styles['tick']}
        checked={isChosen}
        disabled={redacted}
        aria-label={words.choose({ what: said, time: timeWords(at) })}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <PartyMark source={source} />
      <div className={styles['words']}>
        <p className={styles['what']}>
          {said}
          {trouble !== undefined && <span className={styles['trouble']}>{trouble}</span>}
        </p>
        <p className={styles['about']} dir="auto">
          {[byWords(entry, tokens), about].filter(Boolean).join(' · ')}
        </p>
      </div>
      <time className={styles['when']} dateTime={at} title={full(at, momentWords(new Date(at), now))}>
        {timeWords(at)}
      </time>
    </li>
  );
}

/** Who did it, at a glance: a person, a script, an agent or Posthorn itself. */
export function PartyMark({ source }: Pick<ActivityEntry, 'source'>) {
  const Mark = marks[partyOf(source)];
  return <Mark className={styles['mark']} aria-hidden="true" />;
}
