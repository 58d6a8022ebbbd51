import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { Button } from '../../design/controls/button.tsx';
import { labelsQuery } from '../../data/queries/labels.ts';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useDraftActions } from '../../data/use-draft-actions.ts';

/** Whether a message is a draft: it is in the drafts folder of its server. */
export function useIsDraft({ labels = [] }: Pick<MessageRow, 'labels'>): boolean {
  const { api } = useServices();
  const { data } = useQuery(labelsQuery(api));
  const drafts = new Set(data?.labels.filter(({ role }) => role === 'drafts').map(({ id }) => id));
  return labels.some(({ id }) => drafts.has(id));
}

/** Opens a draft for editing, whichever program wrote it. */
export function EditDraft({ message }: { message: MessageRow }) {
  const { adopt } = useDraftActions();
  return (
    <Button look="primary" onClick={() => void adopt(message.id)}>
      <PenLine />
      {strings.drafts.editThis}
    </Button>
  );
}
