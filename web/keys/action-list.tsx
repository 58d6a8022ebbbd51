import { Fragment, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Chord } from '../shell/chord.tsx';
import { actionName, keyContexts, type KeyContext, type KeysAnswer, tableKeys } from '../shell/key-bindings.ts';
import { keyTable } from '../shell/key-table.ts';
import { strings } from '../strings.ts';
import { useKeyEdits } from './edits.ts';
import { KeyRecorder } from './key-recorder.tsx';
import styles from './keys-page.module.css';

const words = strings.keys.page;
const places = ['list', 'mail', 'anywhere'] as const;

type Row = { name: string; does: string; place: string; keys: readonly string[]; isOwn: boolean; differs: boolean };

/** Every act with its keys in one place, or in all, and the way to change them. */
export function ActionList({ answer, context }: { answer: KeysAnswer; context: KeyContext | undefined }) {
  const [changing, setChanging] = useState<Row>();
  const rows = rowsOf(answer, context);
  return (
    <>
      {places.map((place) => (
        <section key={place} className={styles['section']} aria-label={strings.keys.places[place]}>
          <h2>{strings.keys.places[place]}</h2>
          <ul className={styles['rows']}>
            {rows
              .filter((row) => row.place === place)
              .map((row) => (
                <ActionRow key={row.name} row={row} context={context} onChange={() => setChanging(row)} />
              ))}
          </ul>
        </section>
      ))}
      {changing && (
        <KeyRecorder
          answer={answer}
          action={changing.name}
          does={changing.does}
          keys={changing.keys}
          context={context}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

type ActionRowProps = { row: Row; context: KeyContext | undefined; onChange: () => void };

function ActionRow({ row: { name, does, keys, isOwn, differs }, context, onChange }: ActionRowProps) {
  const { change } = useKeyEdits();
  return (
    <li className={styles['row']}>
      <span className={styles['does']}>
        {does}
        {differs && <span className={styles['hint']}>{words.elsewhere}</span>}
      </span>
      <span className={styles['keys']}>
        {keys.length === 0 && words.none}
        {keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 && strings.keys.or}
            <Chord keys={tableKeys(key)} />
          </Fragment>
        ))}
      </span>
      <span className={styles['acts']}>
        {isOwn && (
          <Button
            look="quiet"
            aria-label={words.resetOf({ does })}
            onClick={() => void change({ action: name, keys: null, ...(context && { context }) })}
          >
            {words.reset}
          </Button>
        )}
        <Button look="quiet" aria-label={words.changeOf({ does })} onClick={onChange}>
          {words.change}
        </Button>
      </span>
    </li>
  );
}

/** Where no place is chosen, the keys are those of lists, and it is said where they differ. */
function rowsOf({ bindings, own }: KeysAnswer, context: KeyContext | undefined): Row[] {
  return keyTable.flatMap(({ act, does, place }): Row[] => {
    const name = actionName(act);
    if (name === undefined) return [];
    const asked = context === undefined ? keyContexts : [context];
    const held = asked.map((each) => bindings[each][name] ?? []);
    return [
      {
        name,
        does: does(),
        place,
        keys: held[0] ?? [],
        isOwn: asked.some((each) => own.includes(`${each}.${name}`)),
        differs: new Set(held.map((keys) => keys.join('\n'))).size > 1,
      },
    ];
  });
}
