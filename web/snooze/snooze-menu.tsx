import { useQuery } from '@tanstack/react-query';
import { AlarmClock, CalendarCheck, Moon, Sofa, Sunrise } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../design/button.tsx';
import { wordsOf } from '../design/panel.tsx';
import { Popup, type PopupProps } from '../design/popup.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { presetsQuery } from './queries.ts';
import { type Preset, WhenChoices } from './when-choices.tsx';

const words = strings.snooze;

/** `until` is an instant, `said` the same as a person reads it. */
type OnChoose = (until: string, said: string) => void;

/**
 * Until when mail is to be away. With `trigger` (one is made where it is left out) it opens beside that button; with
 * `trigger={null}` and `open` it opens where `anchor` is.
 */
export function SnoozeMenu({ trigger, onChoose, ...rest }: Partial<PopupProps> & { onChoose: OnChoose }) {
  return (
    <Popup name={words.until} trigger={trigger === undefined ? <SnoozeButton /> : trigger} {...rest}>
      {(close) => (
        <SnoozeChoices
          onChoose={(until, said) => {
            close();
            onChoose(until, said);
          }}
        />
      )}
    </Popup>
  );
}

/** What the menu holds, for those who bring a sheet of their own. */
export function SnoozeChoices({ onChoose }: { onChoose: OnChoose }) {
  const { presets, hours, trouble } = usePresets();
  return <WhenChoices label={words.until} presets={presets} hours={hours} trouble={trouble} onChoose={onChoose} />;
}

function SnoozeButton(props: Omit<Parameters<typeof IconButton>[0], 'name'>) {
  return (
    <IconButton {...props} name={words.menu}>
      <AlarmClock />
    </IconButton>
  );
}

const marks: Record<string, ReactNode> = {
  tomorrow: <Sunrise />,
  tonight: <Moon />,
  weekend: <Sofa />,
  monday: <CalendarCheck />,
};

/** The daemon's own moments, and the hours of day they teach: what "tomorrow" and "tonight" mean here. */
export function usePresets() {
  const { api } = useParts();
  const { data, error } = useQuery(presetsQuery(api));
  const presets = (data?.presets ?? []).map(({ id, label, wakeAt }): Preset => ({
    id,
    words: (words.presets as Record<string, string>)[id] ?? label,
    at: new Date(wakeAt),
    mark: marks[id],
  }));
  const hourOf = (id: string) => presets.find((preset) => preset.id === id)?.at.getHours();
  return {
    presets,
    hours: { morning: hourOf('tomorrow') ?? 9, evening: hourOf('tonight') ?? 18 },
    trouble: error ? words.failed({ reason: wordsOf(error) }) : undefined,
  };
}
