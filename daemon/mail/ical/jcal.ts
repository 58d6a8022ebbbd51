import ICAL from 'ical.js';
import { contentLines } from './lines.ts';

/** A property as jCal has it (RFC 7265): its name in lower case, parameters, type, and values. */
export type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];
export type Component = { name: string; properties: Property[]; components: Component[] };

/** Components of one calendar, and how deep they may stand in one another; what is more is left out. */
const mostComponents = 2_000;
const deepest = 6;

/**
 * The components of a calendar text, of which there is mostly one: a VCALENDAR. Never throws: a line that cannot be read
 * is left out, and what is not closed ends where the text does.
 */
export function readComponents(text: string): Component[] {
  const root: Component = { name: '', properties: [], components: [] };
  const open: Component[] = [root];
  let count = 0;
  for (const line of contentLines(text)) {
    const [, word, name] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    const current = open.at(-1) ?? root;
    if (word === undefined || name === undefined) {
      const property = current === root ? undefined : propertyIn(line);
      if (property) current.properties.push(property);
    } else if (word.toUpperCase() === 'BEGIN') {
      if (++count > mostComponents) break;
      open.push({ name: name.toLowerCase(), properties: [], components: [] });
      if (open.length <= deepest) current.components.push(open.at(-1)!);
    } else close(open, name.toLowerCase());
  }
  return root.components;
}

/** Ends the innermost component of that name with all that is open in it; the end of what never began is nothing. */
function close(open: Component[], name: string): void {
  const at = open.findLastIndex((each) => each.name === name);
  if (at > 0) open.length = at;
}

function propertyIn(line: string): Property | undefined {
  try {
    return ICAL.parse.property(line) as Property;
  } catch {
    // One broken line takes nothing from the others.
    return undefined;
  }
}

export function componentsNamed({ components }: Component, name: string): Component[] {
  return components.filter((each) => each.name === name);
}

export function propertiesNamed({ properties }: Component, name: string): Property[] {
  return properties.filter((each) => each[0] === name);
}

export function propertyNamed(component: Component, name: string): Property | undefined {
  return component.properties.find((each) => each[0] === name);
}

/** The first value of the first property of that name, as it is written. */
export function valueOf(component: Component, name: string): string | undefined {
  const value = propertyNamed(component, name)?.[3];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined;
}

/** A parameter in one text; undefined where it is not there. */
export function parameterOf([, parameters]: Property, name: string): string | undefined {
  const value = parameters[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
}
