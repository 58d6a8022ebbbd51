import { useQuery } from '@tanstack/react-query';
import { Check, PenLine } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { IconButton } from '../../design/controls/button.tsx';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './menus.module.css';
import { signaturesQuery } from '../../data/queries/signatures-and-snippets.ts';

const t = strings.compose;

type SignatureMenuProps = { chosen: string | null; onChoose: (name: string | null) => void };

/** Chooses the signature. */
export function SignatureMenu({ chosen, onChoose }: SignatureMenuProps) {
  const { api } = useServices();
  const mainLandmark = useMainLandmark();
  const { signatures = [] } = useQuery(signaturesQuery(api)).data ?? {};
  const choices = [null, ...signatures.map(({ name }) => name)];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton name={t.signature}>
          <PenLine />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={mainLandmark}>
        <DropdownMenu.Content className={styles['menu']} side="top" align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.RadioGroup value={chosen ?? ''}>
            {choices.map((name) => (
              <DropdownMenu.RadioItem
                key={name ?? ''}
                value={name ?? ''}
                className={styles['choice']}
                onSelect={() => onChoose(name)}
              >
                <span className={styles['tick']}>
                  <DropdownMenu.ItemIndicator>
                    <Check />
                  </DropdownMenu.ItemIndicator>
                </span>
                {name ?? t.noSignature}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {signatures.length === 0 && <p className={styles['note']}>{t.noSignatures}</p>}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The signature as it appears below the text. */
export function SignatureText({ name }: { name: string | null }) {
  const { api } = useServices();
  const signatures = useQuery(signaturesQuery(api)).data?.signatures;
  const signature = signatures?.find((each) => each.name === name);
  if (!signature) return null;
  return (
    <div className={styles['signature']} role="note" aria-label={t.signatureOf({ name: signature.name })} dir="auto">
      {signature.body}
    </div>
  );
}
