import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { strings } from '../strings.ts';
import { Chord } from './chord.tsx';
import { type KeyBindings, type KeyContext } from './key-bindings.ts';
import { useBindings } from './key-follow.ts';
import styles from './key-sheet.module.css';
import { contextHere } from './keys.ts';
import { type KeyPlace, keyTable } from './key-table.ts';

const words = strings.keys;
const places: readonly KeyPlace[] = ['list', 'mail', 'writing', 'anywhere'];

/** The keys in force where one was when it was opened, by what they work on. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const [context] = useState(contextHere);
  const bindings = useBindings()[context];
  return (
    <Dialog
      title={words.title}
      hint={words.sheetHint({ place: words.contexts[context] })}
      width={1080}
      onClose={onClose}
    >
      <p className={styles['change']}>
        <Link to="/keys" onClick={onClose}>
          {words.change}
        </Link>
      </p>
      <div className={styles['places']} data-sheet>
        {places.map((place) => (
          <section key={place} aria-label={words.places[place]}>
            <h3 className={styles['place']}>{words.places[place]}</h3>
            <dl>
              <Rows place={place} bindings={bindings} />
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Rows({ place, bindings }: { place: KeyPlace; bindings: KeyBindings[KeyContext] }) {
  return keyTable
    .filter((row) => row.place === place)
    .map(({ act, does }) => ({ act, does: does(), keys: bindings[act] ?? [] }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ act, does, keys }) => (
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
    ));
}
