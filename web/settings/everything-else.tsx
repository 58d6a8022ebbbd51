import { strings } from '../strings.ts';
import { accountNameOf, namesOf } from './keys.ts';
import { plainName } from './line-words.ts';
import type { Settings } from './queries.ts';
import { placeOf } from './pages.ts';
import { SettingLine } from './setting-line.tsx';
import { useSettings } from './settings-context.ts';
import styles from './settings.module.css';
import { Fold, Section } from './setting-group.tsx';

const words = strings.settings;

/** Every key that no page of its own shows, as the daemon describes it, one table folded below the other. */
export function EverythingElse() {
  const { known, settings } = useSettings();
  const others = [...known.keys()].filter((key) => placeOf(key) === 'other');
  const tables = Map.groupBy(others, tableNameOf);
  const strayNotes = settings.notes.filter(({ key }) => !known.has(key));
  return (
    <>
      {strayNotes.length > 0 && (
        <Section title={words.otherNotes}>
          <ul className={styles['trouble']}>
            {strayNotes.map(({ line, message }) => (
              <li key={`${line} ${message}`}>{words.configNote({ line, message })}</li>
            ))}
          </ul>
        </Section>
      )}
      <div className={styles['tables']}>
        {[...tables].map(([table, keys]) => (
          <Fold key={table} title={titleOf(table, settings.values)}>
            {table === 'llm' ? <Models keys={keys} /> : <Lines keys={keys} />}
          </Fold>
        ))}
      </div>
    </>
  );
}

/** The language model, and for each task that may have another one its settings, folded. */
function Models({ keys }: { keys: readonly string[] }) {
  const tasks = Map.groupBy(keys, (key) => (namesOf(key)[1] === 'overrides' ? (namesOf(key)[2] ?? '') : ''));
  return [...tasks].map(([task, members]) =>
    task === '' ? (
      <Lines key={task} keys={members} />
    ) : (
      <Fold key={task} title={words.override({ feature: plainName(task).toLowerCase() })}>
        <Lines keys={members} />
      </Fold>
    ),
  );
}

function Lines({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => <SettingLine key={key} settingKey={key} showsKey />);
}

/** Each account is a table for people, however many it has in the file. */
function tableNameOf(key: string): string {
  const names = namesOf(key);
  return (names[0] === 'accounts' ? `accounts ${names[1]}` : names[0]) ?? key;
}

export function titleOf(table: string, values: Settings['values']): string {
  const [kind = '', ...rest] = table.split(' ');
  if (kind === 'accounts') return words.tables.accounts({ name: accountNameOf(values, rest.join(' ')) });
  const titles: Record<string, unknown> = words.tables;
  return typeof titles[kind] === 'string' ? titles[kind] : plainName(kind);
}
