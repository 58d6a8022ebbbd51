import { createContext, useContext } from 'react';
import type { Setting, Settings } from '../../data/queries/settings.ts';
import type { ChangeSetting } from './use-setting-edits.ts';

type SettingsContextValue = {
  settings: Settings;
  /** All current keys, according to the schema. */
  known: ReadonlyMap<string, Setting>;
  change: ChangeSetting;
};

export const SettingsContext = createContext<SettingsContextValue | undefined>(undefined);

export function useSettings(): SettingsContextValue {
  const context = useContext(SettingsContext);
  if (!context) throw new Error('A setting was rendered outside of a page of settings.');
  return context;
}
