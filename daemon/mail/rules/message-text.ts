/** A text of a message; `folded` has neither case nor accents, and single spaces. */
export type MessageText = { raw: string; readonly folded: string };

export function messageText(raw: string): MessageText {
  let folded: string | undefined;
  return {
    raw,
    get folded() {
      return (folded ??= foldText(raw));
    },
  };
}

/** Without case and accents, as search compares words, and with each run of white space as one space. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ');
}
