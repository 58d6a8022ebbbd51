import { Maximize2, Minimize2, Minus, X } from 'lucide-react';
import { IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './composer.module.css';

const t = strings.compose;

type ComposerBarProps = {
  subject: string;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onCollapse: () => void;
  onClose: () => void;
};

/** The title of a composer, and its buttons to collapse, enlarge and close it. */
export function ComposerBar({ subject, isFull, onFull, onCollapse, onClose }: ComposerBarProps) {
  return (
    <header className={styles['bar']}>
      <h2 className={styles['title']} dir="auto">
        {subject}
      </h2>
      <IconButton name={t.fold} onClick={onCollapse}>
        <Minus />
      </IconButton>
      <IconButton name={isFull ? t.smaller : t.larger} className={styles['size']} onClick={() => onFull(!isFull)}>
        {isFull ? <Minimize2 /> : <Maximize2 />}
      </IconButton>
      <IconButton name={t.close} title={strings.acting.keyed({ name: t.close, key: 'Esc' })} onClick={onClose}>
        <X />
      </IconButton>
    </header>
  );
}
