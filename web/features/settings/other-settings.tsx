import { strings } from '../../i18n/strings.ts';
import { namesOf } from '../../data/settings/setting-keys.ts';
import { tableTitleOf } from '../../data/settings/setting-text.ts';
import { locationOf } from '../../data/settings/setting-pages.ts';
import { SettingLine } from './setting-line.tsx';
import { useSettings } from './settings-context.ts';
import styles from './settings.module.css';
import { CollapsibleCard, Section } from './setting-group.tsx';

const t = strings.settings;

/** All keys that no other page shows, with the daemon's descriptions, in collapsible tables. */
export function OtherSettings() {
  const { known, settings } = useSettings();
  const others = [...known.keys()].filter((key) => locationOf(key) === 'other');
  return [...Map.groupBy(others, tableNameOf)].map(([table, keys]) => (
    <CollapsibleCard key={table} title={tableTitleOf(table, settings.values)}>
      <Lines keys={keys} />
    </CollapsibleCard>
  ));
}

/** The problems in config.toml that concern no existing setting. */
export function UnlistedNotes() {
  const { known, settings } = useSettings();
  const notes = settings.notes.filter(({ key }) => !known.has(key));
  if (notes.length === 0) return null;
  return (
    <Section title={t.otherNotes}>
      <ul className={styles['trouble']}>
        {notes.map(({ line: text, message }) => (
          <li key={`${text} ${message}`}>{t.configNote({ line: text, message })}</li>
        ))}
      </ul>
    </Section>
  );
}

/** Settings with their keys. */
export function Lines({ keys }: { keys: readonly string[] }) {
  return keys.map((key) => <SettingLine key={key} settingKey={key} showsKey />);
}

/** Each account is one table on this page, even if the file has several. */
function tableNameOf(key: string): string {
  const names = namesOf(key);
  return (names[0] === 'accounts' ? `accounts ${names[1]}` : names[0]) ?? key;
}
