import type { RecipientEntry } from '../../../data/compose/address-list.ts';
import type { Combobox } from '../../../design/controls/use-combobox.ts';
import { strings } from '../../../i18n/strings.ts';
import styles from './recipients.module.css';

type RecipientOptionsProps = { options: readonly RecipientEntry[]; combobox: Combobox<RecipientEntry> };

/** The contacts that are suggested for the typed text. */
export function RecipientOptions({ options, combobox }: RecipientOptionsProps) {
  return (
    <div
      {...combobox.listProps}
      aria-label={strings.compose.suggestions}
      className={styles['options']}
      hidden={options.length === 0}
    >
      {options.map((option, at) => (
        <div key={option.text} {...combobox.optionProps(option, at)} className={styles['option']}>
          <span dir="auto">{option.name || option.email}</span>
          {option.name && <span className={styles['email']}>{option.email}</span>}
        </div>
      ))}
    </div>
  );
}
