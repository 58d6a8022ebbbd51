import type { Random } from '../../daemon/demo/random.ts';
import type { Condition, FieldCondition, Match } from '../../daemon/contract/rule.ts';
import type { ScannedMail } from './scanned-mail.ts';

/** A random condition about the texts and states of these mails, with `depth` levels of and, or and not. */
export function randomCondition(random: Random, mails: readonly ScannedMail[], depth: number): Condition {
  if (depth === 0 || random.chance(0.3)) return randomField(random, mails);
  if (random.chance(0.2)) return { type: 'not', condition: randomCondition(random, mails, depth - 1) };
  const conditions = Array.from({ length: random.between(2, 3) }, () => randomCondition(random, mails, depth - 1));
  return { type: random.chance(0.5) ? 'and' : 'or', conditions };
}

const texts = { from: 'from', to: 'to', cc: 'cc', subject: 'subject', body_contains: 'body', list_id: 'list' } as const;

function randomField(random: Random, mails: readonly ScannedMail[]): FieldCondition {
  const mail = random.pick(mails);
  const type = 'field';
  switch (random.below(9)) {
    case 0:
      return { type, field: random.pick(['has_attachment', 'is_unread', 'is_starred'] as const) };
    case 1:
      return { type, field: 'has_label', label: random.pick([...mail.labels, 'nowhere']) };
    case 2:
      return { type, field: random.pick(['size_greater_than', 'size_less_than'] as const), bytes: mail.size };
    case 3: {
      const field = random.pick(['date_after', 'date_before'] as const);
      return { type, field, date: new Date(mail.sort_key * 1000).toISOString() };
    }
    case 4:
      return { type, field: 'link_density', match_kind: random.pick(['any', 'heavy', 'none'] as const) };
    case 5:
      return {
        type,
        field: 'is_in',
        place: random.pick(['inbox', 'archived', 'sent', 'draft', 'trash', 'spam'] as const),
      };
    default: {
      const field = random.pick(Object.keys(texts) as (keyof typeof texts)[]);
      return { type, field, pattern: randomPattern(random, mail.raw[texts[field]]) };
    }
  }
}

/** A pattern that fits a part of a text, more or less. */
function randomPattern(random: Random, text: string): Match {
  const start = random.below(Math.max(1, text.length - 12));
  const part = text.slice(start, start + random.between(3, 12)).replaceAll(/[\uD800-\uDFFF\0]/g, '') || 'x';
  switch (random.below(5)) {
    case 0:
      return { type: 'exact', value: random.chance(0.5) ? part : text.slice(0, 500) || 'x' };
    case 1:
      return { type: 'regex', value: `(?i)${part.replaceAll(/[^\w ]/g, '.')}` };
    case 2:
      return { type: 'glob', value: `*${part.replaceAll(/[*?]/g, '')}?*` };
    default:
      return { type: 'contains', value: random.chance(0.5) ? part.toUpperCase() : part };
  }
}

/** Whether a condition holds for a message, by its definition and nothing else. */
export function holds(condition: Condition, mail: ScannedMail): boolean {
  switch (condition.type) {
    case 'and':
      return condition.conditions.filter((each) => holds(each, mail)).length === condition.conditions.length;
    case 'or':
      return condition.conditions.filter((each) => holds(each, mail)).length > 0;
    case 'not':
      return !holds(condition.condition, mail);
    case 'field':
      return fieldHolds(condition, mail);
  }
}

const flagValues = { READ: 1, STARRED: 2, DRAFT: 4, SENT: 8, TRASH: 16, SPAM: 32, ARCHIVED: 64 };

function fieldHolds(condition: FieldCondition, mail: ScannedMail): boolean {
  const has = (...names: (keyof typeof flagValues)[]) => names.some((name) => (mail.flags & flagValues[name]) > 0);
  switch (condition.field) {
    case 'has_label':
      return mail.labels.has(condition.label.toLowerCase());
    case 'has_attachment':
      return mail.content_flags % 2 === 1;
    case 'is_unread':
      return !has('READ');
    case 'is_starred':
      return has('STARRED');
    case 'has_unsubscribe':
      return false;
    case 'size_greater_than':
      return condition.bytes < mail.size;
    case 'size_less_than':
      return condition.bytes > mail.size;
    case 'date_after':
      return Date.parse(condition.date) <= mail.sort_key * 1000;
    case 'date_before':
      return Date.parse(condition.date) > mail.sort_key * 1000;
    case 'link_density':
      return (
        { any: mail.content_flags & 8, heavy: mail.content_flags & 16, none: ~mail.content_flags & 8 }[
          condition.match_kind
        ] > 0
      );
    case 'is_in':
      switch (condition.place) {
        case 'inbox':
          return mail.roles.has('inbox');
        case 'archived':
          return has('ARCHIVED') || !(has('DRAFT', 'SENT', 'TRASH', 'SPAM') || mail.roles.has('inbox'));
        default:
          return has(condition.place.toUpperCase() as 'SENT' | 'DRAFT' | 'TRASH' | 'SPAM');
      }
    default:
      return textsOf(condition.field, mail).some((text) => fits(condition.pattern, text));
  }
}

function textsOf(field: keyof typeof texts, mail: ScannedMail): string[] {
  const raw = mail.raw[texts[field]];
  if (field === 'subject' || field === 'body_contains') return [raw];
  if (raw === '') return [];
  if (field === 'list_id') return [raw];
  // Each line is a name, which may be empty, and an address without spaces.
  return raw.split('\n').flatMap((line) => {
    const at = line.lastIndexOf(' ');
    const [name, email] = [line.slice(0, at), line.slice(at + 1)];
    return name === '' ? [email] : [name, email, `${name} <${email}>`];
  });
}

function fits({ type, value }: Match, text: string): boolean {
  const plain = (each: string) =>
    [...each.normalize('NFKD')]
      .filter((character) => !/\p{Mark}/u.test(character))
      .join('')
      .toLowerCase()
      .replace(/\s+/gu, ' ');
  switch (type) {
    case 'exact':
      return text === value;
    case 'contains':
      return plain(text).includes(plain(value));
    case 'regex':
      // The expressions of these tests mean the same to JavaScript, apart from the flag.
      return new RegExp(value.replace('(?i)', ''), 'iu').test(text.slice(0, 20_000));
    case 'glob': {
      const pattern = plain(value)
        .trim()
        .replaceAll(/[.+^${}()|[\]\\/-]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.');
      return new RegExp(`^${pattern}$`, 'su').test(plain(text).slice(0, 100_000).trim());
    }
  }
}
