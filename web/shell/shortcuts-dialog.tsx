import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Dialog } from '../design/overlays/dialog.tsx';
import { strings } from '../i18n/strings.ts';
import { Chord } from '../keyboard/chord.tsx';
import { type KeyBindings, type KeyContext } from '../keyboard/bindings.ts';
import { useBindings } from '../data/queries/keys.ts';
import styles from './shortcuts-dialog.module.css';
import { currentKeyContext } from '../keyboard/use-keys.ts';
import { type CommandScope, commandTable } from '../keyboard/command-table.ts';

const t = strings.keys;
const scopes: readonly CommandScope[] = ['list', 'mail', 'writing', 'anywhere'];

/** The bindings in force in the context from which it was opened, grouped by their target. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [context] = useState(currentKeyContext);
  const bindings = useBindings()[context];
  return (
    <Dialog title={t.title} hint={t.sheetHint({ place: t.contexts[context] })} width={1080} onClose={onClose}>
      <p className={styles['change']}>
        <Link to="/keys" onClick={onClose}>
          {t.change}
        </Link>
      </p>
      <div className={styles['places']} data-sheet>
        {scopes.map((scope) => (
          <section key={scope} aria-label={t.places[scope]}>
            <h3 className={styles['place']}>{t.places[scope]}</h3>
            <dl>
              <Rows scope={scope} bindings={bindings} />
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Rows({ scope, bindings }: { scope: CommandScope; bindings: KeyBindings[KeyContext] }) {
  return commandTable
    .filter((row) => row.scope === scope)
    .map(({ command, label }) => ({ act: command, does: label(), keys: bindings[command] ?? [] }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ act, does, keys }) => (
      <div key={act} className={styles['row']}>
        <dt>{does}</dt>
        <dd>
          {keys.map((key, at) => (
            <Fragment key={key}>
              {at > 0 && t.or}
              <Chord keys={key} />
            </Fragment>
          ))}
        </dd>
      </div>
    ));
}
