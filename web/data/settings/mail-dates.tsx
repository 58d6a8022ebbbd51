import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useServices } from '../services.ts';
import { valueAt } from './setting-keys.ts';
import { settingsQuery, type Settings } from '../queries/settings.ts';
import { strftime } from './strftime.ts';

type FormatDate = (instant: string | Date, usual: string) => string;
/** Formats instants as the settings say: short in lists, full elsewhere. `usual` is the format without a setting. */
export type MailDates = { short: FormatDate; full: FormatDate };

const defaultFormat: FormatDate = (_instant, fallback) => fallback;
const MailDatesContext = createContext<MailDates>({ short: defaultFormat, full: defaultFormat });

/** The date format of the current settings. */
export const useMailDates = (): MailDates => useContext(MailDatesContext);

/** Provides the date format to its children, so that a long list reads the settings once. */
export function MailDatesProvider({ children }: { children: ReactNode }) {
  const { api } = useServices();
  const { data } = useQuery({ ...settingsQuery(api), select: formsIn });
  const { short, full, language } = data ?? {};
  const dates = useMemo(
    () => ({ short: formatterFor(short, language), full: formatterFor(full, language) }),
    [short, full, language],
  );
  return <MailDatesContext value={dates}>{children}</MailDatesContext>;
}

function formsIn({ values }: Settings) {
  const text = (key: string) => {
    const value = valueAt(values, key);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  return {
    short: text('appearance.date_format'),
    full: text('appearance.date_format_full'),
    language: text('ui.language'),
  };
}

function formatterFor(form: string | undefined, language: string | undefined): FormatDate {
  if (form === undefined) return defaultFormat;
  return (instant, fallback) => {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? fallback : strftime(form, date, language);
  };
}
