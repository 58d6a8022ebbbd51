import { useQuery } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { IconButton } from '../../design/controls/button.tsx';
import { PopoverPanel, type PopoverPanelProps } from '../../design/overlays/popover.tsx';
import { useNow } from '../../design/use-now.ts';
import { useServices } from '../services.ts';
import { usePresets } from '../snooze/snooze-menu.tsx';
import { type Preset, TimePicker } from '../snooze/time-picker.tsx';
import { strings } from '../../i18n/strings.ts';
import { remindersQuery } from '../queries/reminders.ts';
import { useReminderActions } from './use-reminder-actions.ts';

const t = strings.reminders;

/** When to remind the user of a sent message that has no answer. For `trigger`, `open` and `anchor` see `Popup`. */
export function ReminderMenu({ messageId, trigger, ...rest }: Partial<PopoverPanelProps> & { messageId: string }) {
  const { api } = useServices();
  const { data } = useQuery(remindersQuery(api));
  const { remind } = useReminderActions();
  const waiting = data?.reminders.find((each) => each.sent_message_id === messageId && each.fired_at === null);
  return (
    <PopoverPanel name={t.until} trigger={trigger === undefined ? <ReminderButton /> : trigger} {...rest}>
      {(close) => (
        <ReminderChoices
          onChoose={(at) => {
            close();
            void remind(messageId, at, waiting?.remind_at);
          }}
        />
      )}
    </PopoverPanel>
  );
}

function ReminderChoices({ onChoose }: { onChoose: (at: string) => void }) {
  const now = useNow();
  const { hours, isLoading } = usePresets();
  const presets = presetsFrom(now, hours);
  return <TimePicker label={t.until} presets={presets} hours={hours} isLoading={isLoading} onChoose={onChoose} />;
}

const days = { tomorrow: 1, threeDays: 3, week: 7, fortnight: 14 } as const;

/** The next mornings. */
function presetsFrom(now: Date, { morning }: { morning: number }): Preset[] {
  return (Object.keys(days) as (keyof typeof days)[]).map((id) => ({
    id,
    label: t.presets[id],
    at: new Date(now.getFullYear(), now.getMonth(), now.getDate() + days[id], morning),
  }));
}

function ReminderButton(props: Omit<Parameters<typeof IconButton>[0], 'name'>) {
  return (
    <IconButton {...props} name={t.menu}>
      <BellPlus />
    </IconButton>
  );
}
