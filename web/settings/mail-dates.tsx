import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useParts } from '../parts.ts';
import { valueAt } from './keys.ts';
import { settingsQuery, type Settings } from './queries.ts';
import { strftime } from './strftime.ts';

type Written = (instant: string | Date, usual: string) => string;
/** Instants as the owner wants them written: short in lists, full elsewhere. `usual` is how they are written otherwise. */
export type MailDates = { short: Written; full: Written };

const asUsual: Written = (_instant, usual) => usual;
const MailDatesContext = createContext<MailDates>({ short: asUsual, full: asUsual });

/** How dates are written, as the settings say at the moment. */
export const useMailDates = (): MailDates => useContext(MailDatesContext);

/** Has the dates below follow the settings: one look for all, as a list has many. */
export function MailDatesProvider({ children }: { children: ReactNode }) {
  const { api } = useParts();
  const { data } = useQuery({ ...settingsQuery(api), select: formsIn });
  const { short, full, language } = data ?? {};
  const dates = useMemo(
    () => ({ short: writtenIn(short, language), full: writtenIn(full, language) }),
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

function writtenIn(form: string | undefined, language: string | undefined): Written {
  if (form === undefined) return asUsual;
  return (instant, usual) => {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? usual : strftime(form, date, language);
  };
}
