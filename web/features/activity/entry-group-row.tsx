import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './activity-page.module.css';
import { EntryRow, PartyIcon } from './entry-row.tsx';
import type { EntryGroup } from './entry-groups.ts';
import { describeAction, describeActor } from './entry-text.ts';
import { partyOf } from '../../data/queries/activity.ts';
import { formatTime } from '../../i18n/formats.ts';

const t = strings.activity;

type EntryGroupRowProps = {
  group: EntryGroup;
  tokens: ReadonlyMap<string, string> | undefined;
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
};

/** An entry, or a group of equal entries that can be expanded. */
export function EntryGroupRow({ group, tokens, chosen, onChoose }: EntryGroupRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { entries } = group;
  const [first] = entries;
  const rows = entries.map((entry) => (
    <EntryRow
      key={entry.id}
      entry={entry}
      tokens={tokens}
      isChosen={chosen.has(entry.id)}
      onChoose={(isChosen) => onChoose([entry.id], isChosen)}
    />
  ));
  if (entries.length === 1) return rows;
  const actionText = group.isWriting
    ? t.writing
    : t.times({ description: describeAction(first.action), count: entries.length });
  const ids = entries.filter(({ redacted }) => !redacted).map(({ id }) => id);
  const from = formatTime(new Date(entries.at(-1)?.ts ?? first.ts).toISOString());
  const until = formatTime(new Date(first.ts).toISOString());
  return (
    <li className={styles['run']}>
      <div className={styles['entry']} data-party={partyOf(first.source)}>
        <input
          type="checkbox"
          className={styles['tick']}
          checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
          disabled={ids.length === 0}
          aria-label={t.chooseAll({ what: actionText, count: entries.length })}
          onChange={({ target }) => onChoose(ids, target.checked)}
        />
        <PartyIcon source={first.source} />
        <div className={styles['words']}>
          <p className={styles['what']}>{actionText}</p>
          <p className={styles['about']}>{describeActor(first, tokens)}</p>
        </div>
        <span className={styles['when']}>{from === until ? until : `${from} – ${until}`}</span>
        <Button look="quiet" className={styles['unfold']} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <ChevronDown aria-hidden="true" />
          {isOpen ? t.showAsOne : t.showEach({ count: entries.length })}
        </Button>
      </div>
      {isOpen && <ul className={styles['unfolded']}>{rows}</ul>}
    </li>
  );
}
