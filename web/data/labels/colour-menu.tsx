import { Popover } from 'radix-ui';
import { palette } from '../../design/theme/label-colour.ts';
import { strings } from '../../i18n/strings.ts';
import { useLabelColours } from './label-colours.tsx';
import styles from './colour-menu.module.css';
import type { LabelRecord } from '../queries/labels.ts';

const t = strings.labels;

type ColourMenuProps = { label: LabelRecord; onChoose: (colour: string | null) => void };

/** The dot of a label, which opens its colour menu. */
export function ColourMenu({ label, onChoose }: ColourMenuProps) {
  const colourOf = useLabelColours();
  return (
    <Popover.Root>
      <Popover.Trigger className={styles['dot']} aria-label={t.colourOf({ name: label.name })} title={t.colour}>
        <span className={styles['swatch']} style={{ '--dot': colourOf(label) }} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles['palette']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t.colourOf({ name: label.name })}
        >
          {palette.map(({ name, colour }) => (
            <Popover.Close
              key={colour}
              className={styles['colour']}
              aria-label={name}
              title={name}
              aria-pressed={label.color === colour}
              onClick={() => onChoose(colour)}
            >
              <span className={styles['swatch']} style={{ '--dot': colour }} />
            </Popover.Close>
          ))}
          <Popover.Close className={styles['own']} aria-pressed={label.color === null} onClick={() => onChoose(null)}>
            <span className={styles['swatch']} style={{ '--dot': colourOf({ ...label, color: null }) }} />
            {t.ownColour}
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
