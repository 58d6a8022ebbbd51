import styles from './now.module.css';

/** The initials of a person. A dashed border marks a first contact. */
export function Avatar({ name, isNew = false }: { name: string; isNew?: boolean }) {
  return (
    <span className={styles['avatar']} data-new={isNew || undefined} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter((word) => /^\p{L}/u.test(word));
  const [first = '?', second] = words;
  return [first, second]
    .flatMap((word) => [...(word ?? '')].slice(0, 1))
    .join('')
    .toLocaleUpperCase();
}
