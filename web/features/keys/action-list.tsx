import { Fragment, useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { Chord } from '../../keyboard/chord.tsx';
import { actionName, keyContexts, type KeyContext, type KeysReply, toTableChord } from '../../keyboard/bindings.ts';
import { commandTable } from '../../keyboard/command-table.ts';
import { strings } from '../../i18n/strings.ts';
import { useKeyEdits } from './use-key-edits.ts';
import { KeyRecorder } from './key-recorder.tsx';
import styles from './keys-page.module.css';

const t = strings.keys.page;
const scopes = ['list', 'mail', 'anywhere'] as const;

type Row = { name: string; label: string; scope: string; keys: readonly string[]; isOwn: boolean; differs: boolean };

/** All commands with their keys in one context, or in all, and the buttons to change them. */
export function ActionList({ answer, context }: { answer: KeysReply; context: KeyContext | undefined }) {
  const [changing, setChanging] = useState<Row>();
  const rows = rowsOf(answer, context);
  return (
    <>
      {scopes.map((scope) => (
        <section key={scope} className={styles['section']} aria-label={strings.keys.places[scope]}>
          <h2>{strings.keys.places[scope]}</h2>
          <ul className={styles['rows']}>
            {rows
              .filter((row) => row.scope === scope)
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
          label={changing.label}
          keys={changing.keys}
          context={context}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

type ActionRowProps = { row: Row; context: KeyContext | undefined; onChange: () => void };

function ActionRow({ row: { name, label, keys, isOwn, differs }, context, onChange }: ActionRowProps) {
  const { change } = useKeyEdits();
  return (
    <li className={styles['row']}>
      <span className={styles['does']}>
        {label}
        {differs && <span className={styles['hint']}>{t.elsewhere}</span>}
      </span>
      <span className={styles['keys']}>
        {keys.length === 0 && t.none}
        {keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 && strings.keys.or}
            <Chord keys={toTableChord(key)} />
          </Fragment>
        ))}
      </span>
      <span className={styles['acts']}>
        {isOwn && (
          <Button
            look="quiet"
            aria-label={t.resetOf({ does: label })}
            onClick={() => void change({ action: name, keys: null, ...(context && { context }) })}
          >
            {t.reset}
          </Button>
        )}
        <Button look="quiet" aria-label={t.changeOf({ does: label })} onClick={onChange}>
          {t.change}
        </Button>
      </span>
    </li>
  );
}

/** Without a chosen context the keys are those of lists, and differences are noted. */
function rowsOf({ bindings, own }: KeysReply, context: KeyContext | undefined): Row[] {
  return commandTable.flatMap(({ command, label, scope }): Row[] => {
    const name = actionName(command);
    if (name === undefined) return [];
    const contexts = context === undefined ? keyContexts : [context];
    const keysByContext = contexts.map((each) => bindings[each][name] ?? []);
    return [
      {
        name,
        label: label(),
        scope,
        keys: keysByContext[0] ?? [],
        isOwn: contexts.some((each) => own.includes(`${each}.${name}`)),
        differs: new Set(keysByContext.map((keys) => keys.join('\n'))).size > 1,
      },
    ];
  });
}
