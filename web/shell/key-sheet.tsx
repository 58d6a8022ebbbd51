import { Fragment } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { Kbd } from '../design/kbd.tsx';
import { strings } from '../strings.ts';
import styles from './key-sheet.module.css';
import { keyTable } from './keys.ts';

/** The keys of the place one is in. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={strings.keys.title} hint={strings.keys.hint} onClose={onClose}>
      <dl className={styles['keys']}>
        {keyTable.map(({ act, keys, does }) => (
          <div key={act} className={styles['row']}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && strings.keys.or}
                  <Chord keys={key} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Chord({ keys }: { keys: string }) {
  const [first = '', second] = keys.split(' ');
  if (second === undefined) return <Kbd>{first}</Kbd>;
  return (
    <>
      <Kbd>{first}</Kbd>
      {strings.keys.between}
      <Kbd>{second}</Kbd>
    </>
  );
}
