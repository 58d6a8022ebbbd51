import { useQuery } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import { Popup, type PopupProps } from '../design/popup.tsx';
import { useNow } from '../now.ts';
import { useParts } from '../parts.ts';
import { usePresets } from '../snooze/snooze-menu.tsx';
import { type Preset, WhenChoices } from '../snooze/when-choices.tsx';
import { strings } from '../strings.ts';
import { remindersQuery } from './queries.ts';
import { useReminding } from './reminding.ts';

const words = strings.reminders;

/** When to hear of a sent message again if nobody answers it. For `trigger`, `open` and `anchor` see `Popup`. */
export function RemindMenu({ messageId, trigger, ...rest }: Partial<PopupProps> & { messageId: string }) {
  const { api } = useParts();
  const { data } = useQuery(remindersQuery(api));
  const { remind } = useReminding();
  const waiting = data?.reminders.find((each) => each.sent_message_id === messageId && each.fired_at === null);
  return (
    <Popup name={words.until} trigger={trigger === undefined ? <BellButton /> : trigger} {...rest}>
      {(close) => (
        <RemindChoices
          onChoose={(at) => {
            close();
            void remind(messageId, at, waiting?.remind_at);
          }}
        />
      )}
    </Popup>
  );
}

function RemindChoices({ onChoose }: { onChoose: (at: string) => void }) {
  const now = useNow();
  const { hours } = usePresets();
  return <WhenChoices label={words.until} presets={presetsFrom(now, hours)} hours={hours} onChoose={onChoose} />;
}

const days = { tomorrow: 1, threeDays: 3, week: 7, fortnight: 14 } as const;

/** Mornings to come. */
function presetsFrom(now: Date, { morning }: { morning: number }): Preset[] {
  return (Object.keys(days) as (keyof typeof days)[]).map((id) => ({
    id,
    words: words.presets[id],
    at: new Date(now.getFullYear(), now.getMonth(), now.getDate() + days[id], morning),
  }));
}

function BellButton(props: Omit<Parameters<typeof IconButton>[0], 'name'>) {
  return (
    <IconButton {...props} name={words.menu}>
      <BellPlus />
    </IconButton>
  );
}
