import { useQuery } from '@tanstack/react-query';
import { AlarmClock, CalendarCheck, Moon, Sofa, Sunrise } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../design/controls/button.tsx';
import { errorText } from '../../design/feedback/empty-state.tsx';
import { PopoverPanel, type PopoverPanelProps } from '../../design/overlays/popover.tsx';
import { useServices } from '../services.ts';
import { strings } from '../../i18n/strings.ts';
import { presetsQuery } from '../queries/snooze.ts';
import { type Preset, TimePicker } from './time-picker.tsx';

const t = strings.snooze;

/** `until` is an instant, `untilText` is its text for the user. */
type OnChoose = (until: string, untilText: string) => void;

/**
 * Chooses the end of a snooze. With `trigger` (or its default button) the menu opens at that button. With `trigger={null}`
 * and `open` it opens at `anchor`.
 */
export function SnoozeMenu({ trigger, onChoose, ...rest }: Partial<PopoverPanelProps> & { onChoose: OnChoose }) {
  return (
    <PopoverPanel name={t.until} trigger={trigger === undefined ? <SnoozeButton /> : trigger} {...rest}>
      {(close) => (
        <SnoozeChoices
          onChoose={(until, untilText) => {
            close();
            onChoose(until, untilText);
          }}
        />
      )}
    </PopoverPanel>
  );
}

/** The content of the menu, for callers with their own popover. */
function SnoozeChoices({ onChoose }: { onChoose: OnChoose }) {
  return <TimePicker label={t.until} {...usePresets()} onChoose={onChoose} />;
}

function SnoozeButton(props: Omit<Parameters<typeof IconButton>[0], 'name'>) {
  return (
    <IconButton {...props} name={t.menu}>
      <AlarmClock />
    </IconButton>
  );
}

const presetIcons: Record<string, ReactNode> = {
  tomorrow: <Sunrise />,
  tonight: <Moon />,
  weekend: <Sofa />,
  monday: <CalendarCheck />,
};

/** The presets of the daemon, and their hours for words such as "tomorrow" and "tonight". */
export function usePresets() {
  const { api } = useServices();
  const { data, error, isPending } = useQuery(presetsQuery(api));
  const presets = (data?.presets ?? []).map(({ id, label, wakeAt }): Preset => ({
    id,
    label: (t.presets as Record<string, string>)[id] ?? label,
    at: new Date(wakeAt),
    icon: presetIcons[id],
  }));
  const hourOf = (id: string) => presets.find((preset) => preset.id === id)?.at.getHours();
  return {
    presets,
    isLoading: isPending,
    hours: { morning: hourOf('tomorrow') ?? 9, evening: hourOf('tonight') ?? 18 },
    problem: error ? t.failed({ reason: errorText(error) }) : undefined,
  };
}
