import { X } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { Button, IconButton } from '../design/button.tsx';
import { strings } from '../strings.ts';
import { type ListAct, lookOf, starAct } from './act-table.ts';
import { useListActs } from './list-acts.tsx';
import styles from './selection-bar.module.css';
import { useSelection } from './selection-context.tsx';

const words = strings.selection;

/** Over the head of a list while something is selected: what that is, in words, and what can be done with it. */
export function SelectionBar({ place }: { place: string }) {
  const { isEmpty, isWhole, count, unread, more, clear, selectWhole, target } = useSelection();
  if (isEmpty) return null;
  // Of all that a list holds, what is unread may lie beyond what is loaded.
  const reading = unread > 0 ? 'read' : 'unread';
  const acts: ListAct[] = ['archive', 'trash', 'spam', 'snooze', 'label', 'move', reading, starAct(target)];
  return (
    <div className={styles['bar']}>
      <div className={styles['said']}>
        <IconButton name={words.clear} className={styles['clear']} onClick={clear}>
          <X />
        </IconButton>
        <p className={styles['summary']}>
          {isWhole ? words.whole({ count, unread, place }) : words.summary({ count, unread })}
        </p>
        {more !== undefined && (
          <Button look="quiet" className={styles['all']} onClick={selectWhole}>
            {words.selectAll({ total: more })}
            <span className="visually-hidden"> {words.inPlace({ place })}</span>
          </Button>
        )}
      </div>
      <Toolbar.Root className={styles['acts']} aria-label={words.label}>
        {acts.map((act) => (
          <BarAct key={lookOf(act).place} act={act} />
        ))}
      </Toolbar.Root>
    </div>
  );
}

function BarAct({ act }: { act: ListAct }) {
  const { target } = useSelection();
  const { run } = useListActs();
  const { name, title, Icon, opensMenu } = lookOf(act);
  return (
    <Toolbar.Button asChild>
      <IconButton
        name={name}
        title={title}
        {...(opensMenu && { 'aria-haspopup': 'dialog' })}
        onClick={({ currentTarget }) => run(act, target, currentTarget.getBoundingClientRect())}
      >
        <Icon />
      </IconButton>
    </Toolbar.Button>
  );
}

/** Says aloud how much is selected whenever that changes. It is there before it has something to say, or it is not heard. */
export function SelectionSaid({ place }: { place: string }) {
  const { isEmpty, isWhole, count, unread } = useSelection();
  const said = isWhole ? words.whole({ count, unread, place }) : words.said({ count, unread });
  return (
    <p className="visually-hidden" role="status">
      {isEmpty ? '' : said}
    </p>
  );
}
