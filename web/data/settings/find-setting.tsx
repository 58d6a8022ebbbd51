import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { type Choice, Picker } from '../../design/controls/picker.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { ranked } from '../fuzzy-match.ts';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { type Destination, settingsPages, settingsParts } from './settings-index.ts';
import { keysInForce, namesOf } from './setting-keys.ts';
import { settingText, tableTitleOf } from './setting-text.ts';
import { linkToSetting, locationOf, pageNameOf } from './setting-pages.ts';
import { schemaQuery, type Setting, type Settings, settingsQuery } from '../queries/settings.ts';
import styles from './find-setting.module.css';

const t = strings.settings;
const maxResults = 40;

/** A search field for all settings, with links to them. */
export function FindSetting() {
  const { api } = useServices();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const settings = useQuery({ ...settingsQuery(api), enabled: isOpen }).data;
  const schema = useQuery({ ...schemaQuery(api), enabled: isOpen }).data;
  const all = settings && schema ? keysInForce(schema, settings.values) : [];
  const pages = [...settingsPages(), ...settingsParts()];
  const hits = ranked<SettingHit>(
    [
      ...pages.map((page) => ({
        key: page.key,
        label: `${page.name} ${t.lookedFor[page.key]}`,
        name: page.name,
        page,
      })),
      ...all.map((setting) => ({
        key: setting.key,
        label: searchableText(setting, settings),
        name: settingText(setting).name,
        setting,
      })),
    ],
    text,
    [],
  ).slice(0, maxResults);
  return (
    <PopoverPanel
      name={t.find}
      coversTrigger
      open={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        setText('');
      }}
      trigger={
        <button type="button" className={styles['find']}>
          <Search aria-hidden="true" />
          {t.find}
        </button>
      }
    >
      {(close) => (
        <Picker
          label={t.find}
          placeholder={t.findPlaceholder}
          text={text}
          onText={setText}
          choices={hits.map((each) => choiceOf(each, settings))}
          onChoose={(key) => {
            close();
            void navigate(pages.find((page) => page.key === key)?.link ?? linkToSetting(key));
          }}
          note={text !== '' && hits.length === 0 ? t.notFound : undefined}
        />
      )}
    </PopoverPanel>
  );
}

/** A page of settings, or one of its settings. */
type SettingHit = { key: string; label: string; name: string } & ({ page: Destination } | { setting: Setting });

function choiceOf(found: SettingHit, settings: Settings | undefined): Choice {
  if ('page' in found) return { key: found.key, label: found.page.name, icon: <found.page.Icon aria-hidden="true" /> };
  const { key, setting } = found;
  return { key, label: settingText(setting).name, detail: describeLocation(key, settings) };
}

/** The search text of a setting: its name first, then its description, its choices and its key. */
function searchableText(setting: Setting, settings: Settings | undefined): string {
  const { name, hint, choices } = settingText(setting);
  return [
    name,
    describeLocation(setting.key, settings),
    hint,
    setting.meaning,
    setting.key,
    ...Object.values(choices ?? {}),
  ].join(' ');
}

function describeLocation(key: string, settings: Settings | undefined): string {
  const [table = '', name = ''] = namesOf(key);
  if (locationOf(key) === 'other' && table === 'accounts')
    return tableTitleOf(`accounts ${name}`, settings?.values ?? {});
  return pageNameOf(key);
}
