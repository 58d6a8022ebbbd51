import { Fragment } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { strings } from '../strings.ts';
import { Chord } from './chord.tsx';
import styles from './key-sheet.module.css';
import { type KeyPlace, keyTable } from './keys.ts';

const words = strings.keys;
const places: readonly KeyPlace[] = ['list', 'mail', 'writing', 'anywhere'];

/** The keys, by where they work. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.title} hint={words.hint} width={1080} onClose={onClose}>
      <div className={styles['places']}>
        {places.map((place) => (
          <section key={place} aria-label={words.places[place]}>
            <h3 className={styles['place']}>{words.places[place]}</h3>
            <dl>
              {keyTable
                .filter((row) => row.place === place && row.keys.length > 0)
                .map(({ act, keys, does }) => (
                  <div key={act} className={styles['row']}>
                    <dt>{does}</dt>
                    <dd>
                      {keys.map((key, at) => (
                        <Fragment key={key}>
                          {at > 0 && words.or}
                          <Chord keys={key} />
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
