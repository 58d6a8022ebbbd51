import type { RepairableFile } from './damaged-file.ts';

/** The files that the user may edit, by the name of what they hold. */
export const settingsFileNames = ['config', 'keys', 'secrets'] as const;
export type SettingsFileName = (typeof settingsFileNames)[number];

/** A demo has no secrets. */
export type SettingsFiles = Readonly<Record<'config' | 'keys', RepairableFile>> & {
  readonly secrets: RepairableFile | undefined;
};
