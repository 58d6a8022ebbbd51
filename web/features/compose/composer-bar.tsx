import { Maximize2, MessageSquareReply, Minimize2, Minus, X } from 'lucide-react';
import { IconButton } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './composer.module.css';

const t = strings.compose;

type ComposerBarProps = {
  subject: string;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
  onMove: (() => void) | undefined;
  onCollapse: () => void;
  onClose: () => void;
};

/** The title of a composer, and its buttons to collapse, enlarge and close it. */
export function ComposerBar({ subject, isFull, onFull, onMove, onCollapse, onClose }: ComposerBarProps) {
  return (
    <header className={styles['bar']}>
      <h2 className={styles['title']} dir="auto">
        {subject}
      </h2>
      {onMove && (
        <IconButton name={t.popIn} onClick={onMove}>
          <MessageSquareReply />
        </IconButton>
      )}
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
