import { createContext, useContext } from 'react';
import type { Setting, Settings } from './queries.ts';
import type { ChangeSetting } from './use-setting-edits.ts';

export type SettingsThere = {
  settings: Settings;
  /** Every key there is at the moment, as the schema has it. */
  known: ReadonlyMap<string, Setting>;
  change: ChangeSetting;
};

export const SettingsContext = createContext<SettingsThere | undefined>(undefined);

export function useSettings(): SettingsThere {
  const there = useContext(SettingsContext);
  if (!there) throw new Error('A setting was rendered outside of a page of settings.');
  return there;
}
