import ICAL from 'ical.js';
import { contentLines } from './content-lines.ts';

/** A property in jCal form (RFC 7265): its name in lower case, parameters, type, and values. */
export type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
];
/** A component with parsed properties, or with raw lines. */
export type Component<Line = Property> = { name: string; properties: Line[]; components: Component<Line>[] };

/** The maximum number of components of a calendar, and their maximum depth; further components are dropped. */
const maxComponents = 2_000;
const maxDepth = 6;

/**
 * The components of a calendar text, usually a single VCALENDAR. Never throws: an unreadable line is dropped, and an
 * unclosed component ends with the text.
 */
export function readComponents(text: string): Component[] {
  return componentsOf(text, readProperty);
}

/** Like `readComponents`, with unparsed, unfolded lines. */
export function readRawComponents(text: string): Component<string>[] {
  return componentsOf(text, (line) => line);
}

function componentsOf<Line>(text: string, read: (line: string) => Line | undefined): Component<Line>[] {
  const root: Component<Line> = { name: '', properties: [], components: [] };
  const open: Component<Line>[] = [root];
  let count = 0;
  for (const line of contentLines(text)) {
    const [, keyword, name] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    const current = open.at(-1) ?? root;
    if (keyword === undefined || name === undefined) {
      const property = current === root ? undefined : read(line);
      if (property !== undefined) current.properties.push(property);
    } else if (keyword.toUpperCase() === 'BEGIN') {
      if (++count > maxComponents) break;
      open.push({ name: name.toLowerCase(), properties: [], components: [] });
      if (open.length <= maxDepth) current.components.push(open.at(-1)!);
    } else close(open, name.toLowerCase());
  }
  return root.components;
}

/** Closes the innermost component of that name and all components open inside it; an END without BEGIN is ignored. */
function close(open: Component<unknown>[], name: string): void {
  const at = open.findLastIndex((each) => each.name === name);
  if (at > 0) open.length = at;
}

/** Parses a content line; undefined if it is invalid. An invalid rule is kept as text, because the event still repeats. */
export function readProperty(line: string): Property | undefined {
  try {
    return ICAL.parse.property(line) as Property;
  } catch {
    // An invalid line must not affect other lines.
    return /^RRULE[:;]/i.test(line) ? ['rrule', {}, 'text', line.slice('RRULE:'.length)] : undefined;
  }
}

export function componentsNamed<Line>({ components }: Component<Line>, name: string): Component<Line>[] {
  return components.filter((each) => each.name === name);
}

export function propertiesNamed({ properties }: Component, name: string): Property[] {
  return properties.filter((each) => each[0] === name);
}

export function propertyNamed(component: Component, name: string): Property | undefined {
  return component.properties.find((each) => each[0] === name);
}

/** The first value of the first property of that name, as text. */
export function valueOf(component: Component, name: string): string | undefined {
  const value = propertyNamed(component, name)?.[3];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined;
}

/** A parameter as a single text; undefined if it is missing. */
export function parameterOf([, parameters]: Property, name: string): string | undefined {
  const value = parameters[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
}
