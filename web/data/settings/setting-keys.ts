import type { Setting, Settings, SettingValue } from '../queries/settings.ts';

type Values = Settings['values'];

/** The names of a dotted key, as the daemon writes it: a name with other signs stands in quotes. */
export function namesOf(key: string): string[] {
  const names = key.match(/"(?:\\.|[^"\\])*"|[^.]+/g) ?? [];
  return names.map((name) => (name.startsWith('"') ? (JSON.parse(name) as string) : name));
}

/** A dotted key as TOML writes it. */
export function keyOf(names: readonly string[]): string {
  return names.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))).join('.');
}

/** What holds at a key; undefined where nothing does. */
export function valueAt(values: Values, key: string): SettingValue | undefined {
  const value = namesOf(key).reduce<unknown>((at, name) => tableOf(at)[name], values);
  // Fields are all that the schema names: a table is no value of one.
  return typeof value === 'object' && !Array.isArray(value) ? undefined : (value as SettingValue | undefined);
}

/** A table in what holds, empty where there is none. */
export function tableOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** What its owner calls an account; its key where that says nothing. */
export function accountNameOf(values: Values, key: string): string {
  const { name } = tableOf(tableOf(values['accounts'])[key]);
  return typeof name === 'string' && name !== '' ? name : key;
}

/** Every key there is at the moment: those of a table that its owner named once for each such table. */
export function keysInForce(schema: readonly Setting[], values: Values): Setting[] {
  return schema.flatMap((setting) => {
    const [before, after] = setting.key.split('.<key>.');
    if (before === undefined || after === undefined) return [setting];
    const names = Object.keys(tableOf(namesOf(before).reduce<unknown>((at, name) => tableOf(at)[name], values)));
    return names
      .map((name) => ({ ...setting, key: `${before}.${keyOf([name])}.${after}` }))
      .filter((each) => isOfItsType(each, values));
  });
}

/** Some keys are there with a `type` of their table alone. */
function isOfItsType({ key, only_with_type }: Setting, values: Values): boolean {
  if (only_with_type === null) return true;
  return valueAt(values, keyOf([...namesOf(key).slice(0, -1), 'type'])) === only_with_type;
}
