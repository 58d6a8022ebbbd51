import type { DraftSafetyIssue } from '../../contract/draft.ts';
import { placeholdersIn } from '../drafts/snippets.ts';
import type { CheckedDraft } from './checked-draft.ts';

/** A missing subject, a missing text, or an unfilled placeholder. */
export function completenessIssues(checked: CheckedDraft): DraftSafetyIssue[] {
  const { draft, ownTextAndSignature, quotedText, files } = checked;
  const issues: DraftSafetyIssue[] = [];
  const warn = (code: DraftSafetyIssue['code'], message: string, detail?: string) =>
    issues.push({ code, severity: 'warning', message, ...(detail !== undefined && { detail }) });
  if (draft.subject.trim() === '') warn('empty_subject', 'This message has no subject.');
  if (ownTextAndSignature.trim() === '' && files.length === 0 && draft.intent !== 'forward')
    warn(
      'empty_body',
      quotedText.trim() === '' ? 'This message has no text.' : 'You haven’t written anything besides the quoted text.',
    );
  const unfilled = unfilledPlaceholders(`${draft.subject}\n${ownTextAndSignature}`);
  if (unfilled.length > 0)
    warn('unfilled_placeholder', `${unfilled.slice(0, 3).join(', ')} hasn’t been filled in.`, unfilled.join(', '));
  return issues;
}

const placeholderPattern =
  /\[(?:your|my|insert|enter|add|recipient|first|last|full|company|client|customer|date|time|name|title|ihre?|dein|vorname|nachname|datum|votre|prénom|nom|nombre|fecha)\b[^\]\n]{0,40}\](?![([:])|<<[\p{L} _]{1,40}>>|\blorem ipsum\b/giu;

/** Placeholders in a text. Text in code does not count. */
function unfilledPlaceholders(text: string): string[] {
  const prose = text.replaceAll(/^(```|~~~)[^]*?^\1/gm, ' ').replaceAll(/`[^`\n]*`/g, ' ');
  const names = placeholdersIn(prose).map((name) => `{${name}}`);
  return [...new Set([...names, ...[...prose.matchAll(placeholderPattern)].map(([placeholder]) => placeholder)])];
}
