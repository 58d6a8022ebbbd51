import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { strings } from '../strings.ts';
import styles from './activity-page.module.css';
import { EntryRow, PartyMark } from './entry-row.tsx';
import type { EntryRun } from './entry-runs.ts';
import { actionWords, byWords } from './entry-words.ts';
import { partyOf } from './queries.ts';
import { timeWords } from '../words/formats.ts';

const words = strings.activity;

type RunRowProps = {
  run: EntryRun;
  tokens: ReadonlyMap<string, string> | undefined;
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
};

/** One entry, or many of the same as one, which can be looked at each. */
export function RunRow({ run, tokens, chosen, onChoose }: RunRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { entries } = run;
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
  const said = run.isWriting ? words.writing : words.times({ said: actionWords(first.action), count: entries.length });
  const ids = entries.filter(({ redacted }) => !redacted).map(({ id }) => id);
  const from = timeWords(new Date(entries.at(-1)?.ts ?? first.ts).toISOString());
  const until = timeWords(new Date(first.ts).toISOString());
  return (
    <li className={styles['run']}>
      <div className={styles['entry']} data-party={partyOf(first.source)}>
        <input
          type="checkbox"
          className={styles['tick']}
          checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
          disabled={ids.length === 0}
          aria-label={words.chooseAll({ what: said, count: entries.length })}
          onChange={({ target }) => onChoose(ids, target.checked)}
        />
        <PartyMark source={first.source} />
        <div className={styles['words']}>
          <p className={styles['what']}>{said}</p>
          <p className={styles['about']}>{byWords(first, tokens)}</p>
        </div>
        <span className={styles['when']}>{from === until ? until : `${from} – ${until}`}</span>
        <Button look="quiet" className={styles['unfold']} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <ChevronDown aria-hidden="true" />
          {isOpen ? words.showAsOne : words.showEach({ count: entries.length })}
        </Button>
      </div>
      {isOpen && <ul className={styles['unfolded']}>{rows}</ul>}
    </li>
  );
}
