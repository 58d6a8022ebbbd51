import { isDeepStrictEqual } from 'node:util';
import { localTime } from '../../base/local-time.ts';
import { Failure } from '../../base/failure.ts';
import type { Condition, FieldCondition } from '../../contract/rule.ts';
import { contentFlags } from '../../mail/messages/content-flags.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { instantsOf, type Now } from '../../mail/query/days.ts';
import type { Filter } from '../../mail/query/filters.ts';
import type { Token } from '../../mail/query/lexer.ts';
import { tokensOf } from '../../mail/query/natural-dates.ts';
import { parseQuery } from '../../mail/query/parse.ts';
import { hasWords, type QueryNode } from '../../mail/query/query-node.ts';

/**
 * Reads the condition of a form: a search, of which rules know a part (wire-contract, section 16.4). Words are searched in
 * the body; `from:`, `to:`, `subject:` and `body:` mean that the text contains them. Throws Failure `bad_query`, and
 * `not_in_a_rule` for what only a search can do.
 */
export function readCondition(text: string, at: Now): Condition {
  const tokens = tokensOf(text);
  for (const [place, token] of tokens.entries()) if (tokens[place - 1]?.kind !== 'field') checkToken(token);
  const node = parseQuery(text);
  if (!node) throw notInRule('Say what mail the rule is about, such as from:ada subject:invoice.');
  return conditionFrom(node, at);
}

/** Refuses words that the search leaves out, or reads as something else. */
function checkToken(token: Token): void {
  if (token.kind !== 'word' && token.kind !== 'phrase') return;
  const { kind, text } = token;
  if (kind === 'word' && /^[a-z][a-z0-9_-]*:/i.test(text))
    throw notInRule(`“${text}” isn’t a condition of a rule. Put it in quotes to look for it in the text.`);
  if (text.endsWith('*')) throw notInRule(`“${text}”: a rule looks for any part of a word, so leave out the star.`);
  if (!hasWords(text)) throw notInRule(`“${text}” has no letter or digit to look for.`);
}

function conditionFrom(node: QueryNode, at: Now): Condition {
  switch (node.kind) {
    case 'all':
    case 'any': {
      const conditions = node.members.map((member) => conditionFrom(member, at));
      return { type: node.kind === 'all' ? 'and' : 'or', conditions };
    }
    case 'not':
      return { type: 'not', condition: conditionFrom(node.member, at) };
    case 'text':
      return textCondition(node);
    case 'near':
      throw notInRule('AROUND is only for searches, not for rules.');
    case 'filter':
      return filterCondition(node.filter, at);
  }
}

function textCondition({ column, text }: QueryNode & { kind: 'text' }): Condition {
  const fields = { from: 'from', to: 'to', subject: 'subject', body: 'body_contains' } as const;
  const field =
    column === undefined ? 'body_contains' : column in fields ? fields[column as keyof typeof fields] : undefined;
  if (field === undefined) throw notInRule(`“${column}:” is only for searches, not for rules.`);
  return { type: 'field', field, pattern: { type: 'contains', value: text } };
}

const { READ, STARRED, DRAFT, SENT, TRASH, SPAM } = flagBits;
const { ATTACHMENT, LINK, LINK_HEAVY } = contentFlags;

function filterCondition(filter: Filter, at: Now): Condition {
  switch (filter.kind) {
    case 'flag': {
      const condition = flagConditions[filter.bit];
      if (!condition) break;
      return filter.isSet === (filter.bit !== READ) ? condition : { type: 'not', condition };
    }
    case 'trait':
      if (filter.bit === ATTACHMENT) return { type: 'field', field: 'has_attachment' };
      if (filter.bit === LINK_HEAVY) return linkCondition('heavy');
      if (filter.bit === LINK) return linkCondition(filter.isSet ? 'any' : 'none');
      break;
    case 'inbox':
      return { type: 'field', field: 'is_in', place: 'inbox' };
    case 'archived':
      return { type: 'field', field: 'is_in', place: 'archived' };
    case 'label':
      return { type: 'field', field: 'has_label', label: filter.name };
    case 'size':
      return sizeCondition(filter);
    case 'day':
      return dayCondition(filter, at);
    case 'age':
      throw notInRule('An age changes with time, so a rule can’t use it. Use a date such as after:2026-03-01.');
    case 'everything':
    case 'own-label':
    case 'owed-reply':
    case 'snoozed':
    case 'reply-later':
    case 'keyword':
    case 'message-id':
    case 'delivered-to':
      break;
  }
  throw notInRule('One of the conditions is only for searches, not for rules.');
}

const flagConditions: Readonly<Record<number, FieldCondition>> = {
  [READ]: { type: 'field', field: 'is_unread' },
  [STARRED]: { type: 'field', field: 'is_starred' },
  [DRAFT]: { type: 'field', field: 'is_in', place: 'draft' },
  [SENT]: { type: 'field', field: 'is_in', place: 'sent' },
  [TRASH]: { type: 'field', field: 'is_in', place: 'trash' },
  [SPAM]: { type: 'field', field: 'is_in', place: 'spam' },
};

function linkCondition(match_kind: 'any' | 'heavy' | 'none'): Condition {
  return { type: 'field', field: 'link_density', match_kind };
}

function sizeCondition({ comparison, bytes }: Filter & { kind: 'size' }): Condition {
  const above = (limit: number): Condition => ({ type: 'field', field: 'size_greater_than', bytes: limit });
  const below = (limit: number): Condition => ({ type: 'field', field: 'size_less_than', bytes: limit });
  switch (comparison) {
    case '>':
      return above(bytes);
    case '>=':
      return above(bytes - 1);
    case '<':
      return below(bytes);
    case '<=':
      return below(bytes + 1);
    case '=':
      return { type: 'and', conditions: [above(bytes - 1), below(bytes + 1)] };
  }
}

function dayCondition({ relation, day }: Filter & { kind: 'day' }, at: Now): Condition {
  if (typeof day !== 'object' || !('year' in day))
    throw notInRule('A day relative to today keeps changing, so a rule needs a date such as 2026-03-01.');
  const { from, until } = instantsOf(day, at);
  const after: Condition = dateCondition('date_after', from);
  if (relation === 'after') return after;
  if (relation === 'before') return dateCondition('date_before', from);
  return { type: 'and', conditions: [after, dateCondition('date_before', until)] };
}

function dateCondition(field: 'date_after' | 'date_before', seconds: number): Condition {
  return { type: 'field', field, date: new Date(seconds * 1000).toISOString() };
}

function notInRule(message: string): Failure {
  return new Failure('invalid', 'not_in_a_rule', message);
}

/** The condition as the search of a form; else the parts that a form cannot express, as sentences. */
export function conditionText(condition: Condition, at: Now): { text: string } | { parts: string[] } {
  const parts = new Set<string>();
  const text = textOf(flattened(condition), at, parts);
  if (parts.size > 0) return { parts: [...parts] };
  // A text may mean something to the search that it does not mean to the rule.
  if (isSame(text, condition, at)) return { text };
  return { parts: ['a text that would mean something else in a form'] };
}

function isSame(text: string, condition: Condition, at: Now): boolean {
  try {
    return isDeepStrictEqual(flattened(readCondition(text, at)), flattened(condition));
  } catch (thrown) {
    if (thrown instanceof Failure) return false;
    throw thrown;
  }
}

/** The same condition without brackets that mean nothing, and with dates in one form. */
function flattened(condition: Condition): Condition {
  if (condition.type === 'not') return { type: 'not', condition: flattened(condition.condition) };
  if (condition.type === 'field') {
    if (condition.field !== 'date_after' && condition.field !== 'date_before') return condition;
    return { ...condition, date: new Date(condition.date).toISOString() };
  }
  const members = condition.conditions
    .map(flattened)
    .flatMap((each) => (each.type === condition.type ? each.conditions : [each]));
  const [only, ...others] = members;
  return only && others.length === 0 ? only : { type: condition.type, conditions: members };
}

function textOf(condition: Condition, at: Now, parts: Set<string>): string {
  switch (condition.type) {
    case 'and':
      return condition.conditions.map((each) => bracketed(each, at, parts)).join(' ');
    case 'or':
      return condition.conditions.map((each) => bracketed(each, at, parts)).join(' OR ');
    case 'not': {
      if (condition.condition.type === 'field' && condition.condition.field === 'is_unread') return 'is:read';
      const text = bracketed(condition.condition, at, parts);
      // Two signs in a row are a word to the search.
      return text.startsWith('-') ? `-(${text})` : `-${text}`;
    }
    case 'field':
      return fieldText(condition, at, parts);
  }
}

function bracketed(condition: Condition, at: Now, parts: Set<string>): string {
  const text = textOf(condition, at, parts);
  return condition.type === 'and' || condition.type === 'or' ? `(${text})` : text;
}

const matchNames = { exact: 'an exact match', regex: 'a regular expression', glob: 'a pattern with * and ?' } as const;
const linkTexts = { any: 'has:link', heavy: 'has:link-heavy', none: 'has:link-none' } as const;
const placeTexts = {
  inbox: 'is:inbox',
  archived: 'is:archived',
  sent: 'is:sent',
  draft: 'is:draft',
  trash: 'is:trash',
  spam: 'is:spam',
} as const;

function fieldText(condition: FieldCondition, at: Now, parts: Set<string>): string {
  const refuse = (part: string) => {
    parts.add(part);
    return '';
  };
  switch (condition.field) {
    case 'cc':
      return refuse('a condition on Cc');
    case 'list_id':
      return refuse('a condition on the mailing list');
    case 'from':
    case 'to':
    case 'subject':
    case 'body_contains': {
      const { field, pattern } = condition;
      if (pattern.type !== 'contains') return refuse(matchNames[pattern.type]);
      return `${field === 'body_contains' ? 'body' : field}:${quoted(pattern.value)}`;
    }
    case 'has_label':
      return `label:${quoted(condition.label)}`;
    case 'has_attachment':
      return 'has:attachment';
    case 'is_unread':
      return 'is:unread';
    case 'is_starred':
      return 'is:starred';
    case 'has_unsubscribe':
      return refuse('whether the sender offers a way to unsubscribe');
    case 'size_greater_than':
      return condition.bytes < 0 ? 'size:>=0b' : `larger:${sizeText(condition.bytes)}`;
    case 'size_less_than':
      return condition.bytes < 0 ? refuse('a size below zero') : `smaller:${sizeText(condition.bytes)}`;
    case 'date_after':
    case 'date_before': {
      const day = localDay(condition.date, at);
      if (day === undefined) return refuse('a time of day');
      return `${condition.field === 'date_after' ? 'after' : 'before'}:${day}`;
    }
    case 'link_density':
      return linkTexts[condition.match_kind];
    case 'is_in':
      return placeTexts[condition.place];
  }
}

/** A value without quotes where it is one plain word. */
function quoted(value: string): string {
  return /^[\p{L}\p{N}@._+-]+$/u.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

function sizeText(bytes: number): string {
  for (const [unit, size] of [
    ['g', 1024 ** 3],
    ['m', 1024 ** 2],
    ['k', 1024],
  ] as const)
    if (bytes > 0 && bytes % size === 0) return `${bytes / size}${unit}`;
  return `${bytes}b`;
}

/** The day that begins at an instant in the zone of the user; undefined if none does. */
function localDay(date: string, { now, zone }: Now): string | undefined {
  const instant = Date.parse(date);
  const [day = ''] = new Date(localTime(instant, zone)).toISOString().split('T');
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const { from } = instantsOf({ year, month, day: dayOfMonth }, { now, zone });
  return from * 1000 === instant ? day : undefined;
}
