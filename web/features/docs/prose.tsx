import styles from './docs.module.css';

/** A sentence of the document, whose code stands between backticks. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className={styles['code']}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** A description of one or more paragraphs, which empty lines part. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph, at) => (
      <p key={at} className={styles['text']}>
        <Prose text={paragraph} />
      </p>
    ));
}
