import { strings } from '../strings.ts';
import { accountNameOf, namesOf } from './keys.ts';
import { plainName } from './line-words.ts';
import type { Settings } from './queries.ts';
import { placeOf } from './pages.ts';
import { SettingLine } from './setting-line.tsx';
import { useSettings } from './settings-context.ts';
import styles from './settings.module.css';
import { Section } from './setting-group.tsx';

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
          <details key={table} className={styles['table']}>
            <summary>{titleOf(table, settings.values)}</summary>
            <div className={styles['card']}>
              {keys.map((key) => (
                <SettingLine key={key} settingKey={key} showsKey />
              ))}
            </div>
          </details>
        ))}
      </div>
    </>
  );
}

/** Each account is a table for people, however many it has in the file. */
function tableNameOf(key: string): string {
  const names = namesOf(key);
  if (names[0] === 'accounts') return `accounts ${names[1]}`;
  if (names[0] === 'llm' && names[1] === 'overrides') return `override ${names[2]}`;
  return names[0] ?? key;
}

export function titleOf(table: string, values: Settings['values']): string {
  const [kind = '', ...rest] = table.split(' ');
  const name = rest.join(' ');
  if (kind === 'accounts') return words.tables.accounts({ name: accountNameOf(values, name) });
  if (kind === 'override') return words.override({ feature: plainName(name).toLowerCase() });
  const titles: Record<string, unknown> = words.tables;
  return typeof titles[kind] === 'string' ? titles[kind] : plainName(kind);
}
