import { strings } from '../../i18n/strings.ts';

/** The search operators. Those with `isFirst` are offered before the user types. */
const known = [
  { write: 'from:', isFirst: true },
  { write: 'to:', isFirst: true },
  { write: 'subject:', isFirst: false },
  { write: 'has:attachment', isFirst: true },
  { write: 'is:unread', isFirst: true },
  { write: 'is:starred', isFirst: false },
  { write: 'before:', isFirst: false },
  { write: 'after:', isFirst: false },
  { write: 'newer:7d', isFirst: true },
  { write: 'newer:1m', isFirst: false },
  { write: 'older:1y', isFirst: false },
  { write: 'label:', isFirst: false },
  { write: 'in:inbox', isFirst: false },
  { write: 'in:sent', isFirst: false },
  { write: 'in:archive', isFirst: false },
  { write: 'in:trash', isFirst: false },
  { write: 'in:spam', isFirst: false },
  { write: 'is:owed-reply', isFirst: false },
  { write: 'is:answered', isFirst: false },
  { write: 'is:read', isFirst: false },
  { write: 'has:invite', isFirst: false },
  { write: 'has:link', isFirst: false },
  { write: 'filename:', isFirst: false },
  { write: 'larger:5mb', isFirst: false },
  { write: 'date:today', isFirst: false },
  { write: 'date:yesterday', isFirst: false },
  { write: 'date:this-week', isFirst: false },
  { write: 'after:yesterday', isFirst: false },
  { write: 'after:this-month', isFirst: false },
  { write: 'before:today', isFirst: false },
  { write: 'before:this-month', isFirst: false },
] as const;

export type Operator = {
  write: string;
  label: string;
  /** Other words by which users look for it. */
  names: readonly string[];
  isFirst: boolean;
};

/** The description of an operator. */
export function operators(): Operator[] {
  return known.map(({ write, isFirst }) => {
    const { label, names } = strings.search.suggest.operators[write];
    return { write, isFirst, label, names: names.split(/[,،、]\s*/).filter(Boolean) };
  });
}
