import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { type Choice, Picker } from '../design/picker.tsx';
import { Popup } from '../design/popup.tsx';
import { ranked } from '../palette/matching.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { type Destination, destinations } from './destinations.ts';
import { titleOf } from './everything-else.tsx';
import { keysInForce, namesOf } from './keys.ts';
import { lineWords } from './line-words.ts';
import { placeOf, type SettingPlace } from './pages.ts';
import { schemaQuery, type Setting, type Settings, settingsQuery } from './queries.ts';
import styles from './find-setting.module.css';

const words = strings.settings;
const mostShown = 40;

/** Every setting by its words, and the way to it. */
export function FindSetting() {
  const { api } = useParts();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const settings = useQuery({ ...settingsQuery(api), enabled: isOpen }).data;
  const schema = useQuery({ ...schemaQuery(api), enabled: isOpen }).data;
  const all = settings && schema ? keysInForce(schema, settings.values) : [];
  const pages = destinations().flatMap(({ members }) => members);
  const found = ranked<Found>(
    [
      ...pages.map((page) => ({ key: page.key, words: `${page.name} ${page.about}`, page })),
      ...all.map((setting) => ({ key: setting.key, words: wordsToFind(setting, settings), setting })),
    ],
    text,
    [],
  ).slice(0, mostShown);
  return (
    <Popup
      name={words.find}
      open={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        setText('');
      }}
      trigger={
        <button type="button" className={styles['find']}>
          <Search aria-hidden="true" />
          {words.find}
        </button>
      }
    >
      {(close) => (
        <Picker
          label={words.find}
          placeholder={words.findPlaceholder}
          text={text}
          onText={setText}
          choices={found.map((each) => choiceOf(each, settings))}
          onChoose={(key) => {
            close();
            void navigate(pages.find((page) => page.key === key)?.link ?? linkTo(key));
          }}
          note={text !== '' && found.length === 0 ? words.notFound : undefined}
        />
      )}
    </Popup>
  );
}

/** A page of settings, or one of the settings on them. */
type Found = { key: string; words: string } & ({ page: Destination } | { setting: Setting });

function choiceOf(found: Found, settings: Settings | undefined): Choice {
  if ('page' in found) return { key: found.key, words: found.page.name, mark: <found.page.Icon aria-hidden="true" /> };
  const { key, setting } = found;
  return { key, words: lineWords(setting).name, detail: placeWords(key, settings) };
}

/** Its name first, as people type that; then what it does, its choices and the key itself. */
function wordsToFind(setting: Setting, settings: Settings | undefined): string {
  const { name, hint, choices } = lineWords(setting);
  return [
    name,
    placeWords(setting.key, settings),
    hint,
    setting.meaning,
    setting.key,
    ...Object.values(choices ?? {}),
  ].join(' ');
}

function placeWords(key: string, settings: Settings | undefined): string {
  const place = placeOf(key);
  const [table = '', name = ''] = namesOf(key);
  if (place === 'sounds') return strings.sounds.title;
  if (place === 'profiles') return words.page.access.title;
  if (place === 'other' && table === 'accounts') return titleOf(`accounts ${name}`, settings?.values ?? {});
  return words.page[place].title;
}

const pageOfPlace = (place: Exclude<SettingPlace, 'sounds'>) => (place === 'profiles' ? 'access' : place);

/** Where a setting can be changed. */
export function linkTo(key: string) {
  const place = placeOf(key);
  if (place === 'sounds') return linkOptions({ to: '/sounds' });
  return linkOptions({ to: '/settings/{-$page}', params: { page: pageOfPlace(place) }, hash: key });
}
