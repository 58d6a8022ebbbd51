import { linkOptions } from '@tanstack/react-router';
import {
  AlarmClock,
  AtSign,
  Bell,
  Bot,
  FileInput,
  HardDrive,
  Info,
  Keyboard,
  LifeBuoy,
  type LucideIcon,
  MonitorCog,
  PenLine,
  ScrollText,
  Signature,
  SlidersHorizontal,
  Stethoscope,
  SunMoon,
  Tag,
  VenetianMask,
} from 'lucide-react';
import { desktopBridge } from '../../api/desktop.ts';
import { strings } from '../../i18n/strings.ts';
import type { PageId } from './setting-pages.ts';

const t = strings.settings;

/** A page where something of Posthorn is set or looked after. */
export type Destination = {
  key: string;
  name: string;
  /** Other words by which people look for it. */
  about: string;
  Icon: LucideIcon;
  link: ReturnType<typeof linkOptions<{ to: string }>>;
};

const icons: Record<PageId, LucideIcon> = {
  appearance: SunMoon,
  reading: VenetianMask,
  writing: PenLine,
  labels: Tag,
  finding: AlarmClock,
  storage: HardDrive,
  access: Bot,
  other: SlidersHorizontal,
  about: Info,
};

function settingsPage(page: PageId): Destination {
  return {
    key: page,
    name: t.page[page].title,
    about: t.lookedFor[page],
    Icon: icons[page],
    link: linkOptions({ to: '/settings/{-$page}', params: { page } }),
  };
}

/** Every page of settings in the groups they stand in: mail, this program, and what is seldom wanted. */
export function destinations(): { key: string; members: Destination[] }[] {
  const page = (key: string, name: string, about: string, Icon: LucideIcon, to: string): Destination => ({
    key,
    name,
    about,
    Icon,
    link: linkOptions({ to }),
  });
  const { lookedFor } = t;
  const app = page('app', strings.app.title, lookedFor.app, MonitorCog, '/app');
  return [
    {
      key: 'mail',
      members: [
        page('accounts', strings.accounts.title, lookedFor.accounts, AtSign, '/accounts'),
        settingsPage('writing'),
        page('texts', strings.texts.title, lookedFor.texts, Signature, '/texts'),
        settingsPage('labels'),
        settingsPage('finding'),
        page('import', strings.import.title, lookedFor.import, FileInput, '/settings/import'),
      ],
    },
    {
      key: 'program',
      members: [
        settingsPage('appearance'),
        settingsPage('reading'),
        page('sounds', strings.sounds.title, lookedFor.sounds, Bell, '/sounds'),
        page('keys', strings.keys.title, lookedFor.keys, Keyboard, '/keys'),
        ...(desktopBridge() ? [app] : []),
      ],
    },
    {
      key: 'seldom',
      members: [
        settingsPage('storage'),
        settingsPage('access'),
        page('activity', strings.activity.title, lookedFor.activity, ScrollText, '/activity'),
        page('diagnostics', strings.diagnostics.title, lookedFor.diagnostics, Stethoscope, '/diagnostics'),
        page('help', strings.help.title, lookedFor.help, LifeBuoy, '/help'),
        settingsPage('other'),
        settingsPage('about'),
      ],
    },
  ];
}
