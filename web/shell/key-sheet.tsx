import { Fragment } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { Kbd } from '../design/kbd.tsx';
import { strings } from '../strings.ts';
import { heldKeys } from './key-names.ts';
import styles from './key-sheet.module.css';
import { type KeyPlace, keyTable } from './keys.ts';

const words = strings.keys;
const places: readonly KeyPlace[] = ['list', 'mail', 'anywhere'];

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
                .filter((row) => row.place === place)
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

/** One key after the other, or some that are held together. */
function Chord({ keys }: { keys: string }) {
  const [first = '', second] = keys.split(' ');
  if (second === undefined) return <Held keys={heldKeys(first)} />;
  if (first === 'Mod') return <Held keys={[isMac() ? words.command : words.control, ...heldKeys(second)]} />;
  return (
    <>
      <Held keys={heldKeys(first)} />
      {words.between}
      <Held keys={heldKeys(second)} />
    </>
  );
}

function Held({ keys }: { keys: readonly string[] }) {
  return (
    <span className={styles['held']}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
