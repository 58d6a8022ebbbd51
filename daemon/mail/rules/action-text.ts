import type { RuleAction } from '../../contract/rule.ts';

/** The words for actions without a value in a form (wire-contract, section 11.1), the usual one first. */
const words = {
  archive: ['archive'],
  trash: ['trash'],
  star: ['star'],
  mark_read: ['mark-read', 'read'],
  mark_unread: ['mark-unread', 'unread'],
  stop: ['stop'],
} as const;
const labelWords = {
  add_label: ['add-label', 'label'],
  remove_label: ['remove-label', 'unlabel'],
  move: ['move'],
} as const;
const shellWord = 'shell';

/** What is wrong with the actions of a form, as a sentence. */
export class ActionMistake extends Error {}

/** The actions as a form writes them, separated by commas. A snooze is written too, though a form cannot express it. */
export function actionTexts(actions: readonly RuleAction[]): string[] {
  return actions.map((action) => {
    switch (action.type) {
      case 'add_label':
      case 'remove_label':
      case 'move':
        return `${labelWords[action.type][0]}:${quotedValue(action.label)}`;
      case 'shell_hook':
        return `${shellWord}:${quotedValue(action.command)}`;
      case 'snooze':
        return snoozeText(action);
      default:
        return words[action.type][0];
    }
  });
}

function snoozeText({ duration }: RuleAction & { type: 'snooze' }): string {
  return duration.type === 'until' ? `snooze:${duration.date}` : `snooze:${duration.count}${duration.type.charAt(0)}`;
}

/** A value that holds a separator or a quote is put in quotes, in which a backslash escapes the next character. */
function quotedValue(value: string): string {
  return /[,;"\\]|^\s|\s$/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value;
}

/** Reads the actions of a form, which are separated by `,` or `;`. Throws `ActionMistake`. */
export function readActions(text: string): RuleAction[] {
  const parts = splitActions(text).map((part) => part.trim());
  if (parts.every((part) => part === ''))
    throw new ActionMistake('Say what the rule does, such as archive or add-label:Invoices.');
  return parts.map((part) => {
    if (part === '') throw new ActionMistake('There’s nothing between two of the separators.');
    return readAction(part);
  });
}

function splitActions(text: string): string[] {
  const parts: string[] = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (!isQuoted && (character === ',' || character === ';')) {
      parts.push('');
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    parts[parts.length - 1] += character;
    if (isQuoted && character === '\\') parts[parts.length - 1] += text[++at] ?? '';
  }
  if (isQuoted) throw new ActionMistake('A quote in the actions isn’t closed.');
  return parts;
}

function readAction(part: string): RuleAction {
  const [, name = '', value] = /^([a-z_-]+)\s*(?::\s*(.*))?$/is.exec(part) ?? [];
  const word = name.toLowerCase().replaceAll('_', '-');
  if (value === undefined) {
    const found = typeFor(words, word);
    if (found) return { type: found };
  } else {
    const labelType = typeFor(labelWords, word);
    const read = unquoted(value.trim());
    if (read === '') throw new ActionMistake(`“${part}” needs a value after the colon.`);
    if (labelType) return { type: labelType, label: read };
    if (word === shellWord) return { type: 'shell_hook', command: read };
  }
  throw new ActionMistake(unknownAction(part));
}

function typeFor<Types extends Record<string, readonly string[]>>(types: Types, word: string): keyof Types | undefined {
  return Object.keys(types).find((type) => types[type]?.includes(word));
}

function unquoted(value: string): string {
  const [, inside] = /^"((?:[^"\\]|\\.)*)"$/s.exec(value) ?? [];
  return inside === undefined ? value : inside.replaceAll(/\\(.)/gs, '$1');
}

function unknownAction(part: string): string {
  const known = [
    ...Object.values(words).map(([word]) => word),
    ...Object.values(labelWords).map(([word]) => `${word}:LABEL`),
    `${shellWord}:COMMAND`,
  ];
  return `“${part.slice(0, 100)}” isn’t an action. Use ${known.join(', ')}.`;
}
