export const modes = ['rich', 'markdown'] as const;
export type Mode = (typeof modes)[number];

const key = 'posthorn-editor';

/** The editor that this browser uses: formatted or Markdown. */
export function storedMode(): Mode {
  return localStorage.getItem(key) === 'markdown' ? 'markdown' : 'rich';
}

export function chooseMode(mode: Mode): void {
  localStorage.setItem(key, mode);
}
