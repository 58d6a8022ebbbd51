import type { Setting, Settings, SettingValue } from '../queries/settings.ts';

type Values = Settings['values'];

/** The names of a dotted key, as the daemon writes it: a name with special characters is quoted. */
export function namesOf(key: string): string[] {
  const names = key.match(/"(?:\\.|[^"\\])*"|[^.]+/g) ?? [];
  return names.map((name) => (name.startsWith('"') ? (JSON.parse(name) as string) : name));
}

/** A dotted key as TOML writes it. */
export function keyOf(names: readonly string[]): string {
  return names.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))).join('.');
}

/** The value of a key; undefined if it is not set. */
export function valueAt(values: Values, key: string): SettingValue | undefined {
  const value = namesOf(key).reduce<unknown>((at, name) => tableOf(at)[name], values);
  // The schema names the fields; a table is not the value of a field.
  return typeof value === 'object' && !Array.isArray(value) ? undefined : (value as SettingValue | undefined);
}

/** A table of the values, empty if it is missing. */
export function tableOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The name of an account; its key if it has no name. */
export function accountNameOf(values: Values, key: string): string {
  const { name } = tableOf(tableOf(values['accounts'])[key]);
  return typeof name === 'string' && name !== '' ? name : key;
}

/**
 * All keys at the moment that have an effect: a field of a named table exists once for each such table.
 */
export function keysInForce(schema: readonly Setting[], values: Values): Setting[] {
  return schema.flatMap((setting) => {
    if (!setting.in_effect) return [];
    const [before, after] = setting.key.split('.<key>.');
    if (before === undefined || after === undefined) return [setting];
    const names = Object.keys(tableOf(namesOf(before).reduce<unknown>((at, name) => tableOf(at)[name], values)));
    return names
      .map((name) => ({ ...setting, key: `${before}.${keyOf([name])}.${after}` }))
      .filter((each) => isOfItsType(each, values));
  });
}

/** Some keys exist only for one `type` of their table. */
function isOfItsType({ key, only_with_type }: Setting, values: Values): boolean {
  if (only_with_type === null) return true;
  return valueAt(values, keyOf([...namesOf(key).slice(0, -1), 'type'])) === only_with_type;
}
