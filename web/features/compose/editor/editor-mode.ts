export type Mode = 'rich' | 'markdown';

const key = 'posthorn-editor';

/** How this browser's owner writes: with formatting on screen, or in Markdown. */
export function storedMode(): Mode {
  return localStorage.getItem(key) === 'markdown' ? 'markdown' : 'rich';
}

export function chooseMode(mode: Mode): void {
  localStorage.setItem(key, mode);
}
