/** Why a name is not valid for a label; undefined if it is valid. */
export function labelNameError(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name.length > 200) return 'must have at most 200 characters';
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name) || !name.isWellFormed())
    return 'must not hold line breaks or other control characters';
  const levels = name.split('/');
  if (levels.some((level) => level === '' || level !== level.trim()))
    return 'must not begin or end with /, and must have a name between two of them';
  if (levels.length === 1 && name.toUpperCase() === 'INBOX') return 'must not be INBOX, which every account has';
  return undefined;
}
