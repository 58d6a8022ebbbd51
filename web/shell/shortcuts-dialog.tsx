import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { Dialog } from '../design/overlays/dialog.tsx';
import { strings } from '../i18n/strings.ts';
import { Chord } from '../keyboard/chord.tsx';
import { type KeyBindings, type KeyContext } from '../keyboard/bindings.ts';
import { describeChord } from '../keyboard/key-names.ts';
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
  const [query, setQuery] = useState('');
  const groups = scopes
    .map((scope) => ({ scope, rows: shortcutsIn(scope, bindings).filter((row) => matches(row, query)) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Dialog title={t.title} hint={t.sheetHint({ place: t.contexts[context] })} width={1080} onClose={onClose}>
      <p className={styles['change']}>
        <Link to="/keys" onClick={onClose}>
          {t.change}
        </Link>
      </p>
      <input
        type="search"
        className={styles['search']}
        aria-label={t.searchLabel}
        placeholder={t.searchPlaceholder}
        value={query}
        spellCheck={false}
        autoComplete="off"
        data-first
        onChange={({ target }) => setQuery(target.value)}
      />
      <p role="status" className={styles['none']}>
        {groups.length === 0 && t.noneFound({ text: query })}
      </p>
      <div className={styles['places']} data-sheet>
        {groups.map(({ scope, rows }) => (
          <section key={scope} aria-label={t.places[scope]}>
            <h3 className={styles['place']}>{t.places[scope]}</h3>
            <dl>
              <Rows rows={rows} />
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

type Shortcut = { act: string; does: string; keys: readonly string[] };

/** The commands of a scope that have keys in force. */
function shortcutsIn(scope: CommandScope, bindings: KeyBindings[KeyContext]): Shortcut[] {
  return commandTable
    .filter((row) => row.scope === scope)
    .map(({ command, label }) => ({ act: command, does: label(), keys: bindings[command] ?? [] }))
    .filter(({ keys }) => keys.length > 0);
}

/** Whether every word of the query is in the name, or the query is a key. */
function matches({ does, keys }: Shortcut, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const name = does.toLowerCase();
  const chords = keys.map((key) => describeChord(key).toLowerCase());
  return (
    wanted.split(/\s+/).every((word) => name.includes(word)) ||
    chords.some((chord) => chord === wanted || chord.startsWith(`${wanted} `) || chord.replaceAll(' ', '+') === wanted)
  );
}

function Rows({ rows }: { rows: readonly Shortcut[] }) {
  return rows.map(({ act, does, keys }) => (
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
