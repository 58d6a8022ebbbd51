import styles from './kbd.module.css';

const names: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵', Escape: 'Esc' };

/** A key as it is printed on a keyboard. */
export function Kbd({ children }: { children: string }) {
  const shown = names[children] ?? (/^[a-z]$/.test(children) ? children.toUpperCase() : children);
  return <kbd className={styles['kbd']}>{shown}</kbd>;
}
