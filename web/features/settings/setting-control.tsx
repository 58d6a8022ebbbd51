import { accountNameOf, tableOf } from '../../data/settings/setting-keys.ts';
import { languageOptions } from './language-options.ts';
import { formatHour, isHour, isShownWhole, type SettingText } from '../../data/settings/setting-text.ts';
import type { Setting, SettingValue } from '../../data/queries/settings.ts';
import {
  ChoicesControl,
  type ControlProps,
  FlagControl,
  type Option,
  RadioControl,
  SelectControl,
  TextControl,
} from './controls.tsx';
import { DateFormatControl } from './date-format-control.tsx';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { strings } from '../../i18n/strings.ts';

const t = strings.settings;
const hours: readonly Option[] = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatHour(hour),
}));

type SettingControlProps = Omit<ControlProps<SettingValue | null>, 'value' | 'name'> & {
  setting: Setting;
  text: SettingText;
  value: SettingValue | undefined;
};

/** The control for a setting of its type. */
export function SettingControl({ setting, text: line, value, onChange, ...rest }: SettingControlProps) {
  const { settings } = useSettings();
  const { type, otherwise, choices: allowed } = setting;
  const common = { ...rest, name: line.name };
  const text = value === undefined ? '' : String(value);
  if (setting.key === 'general.default_account') {
    const names = Object.keys(tableOf(settings.values['accounts']));
    const options = names.map((key) => ({ value: key, label: accountNameOf(settings.values, key) }));
    const none = { value: '', label: t.unset({ otherwise: otherwise ?? t.none }) };
    return (
      <SelectControl {...common} value={text} options={[none, ...options]} onChange={(to) => onChange(to || null)} />
    );
  }
  if (setting.key.startsWith('appearance.date_format'))
    return (
      <DateFormatControl
        {...common}
        value={text}
        isFull={setting.key.endsWith('_full')}
        onChange={(to) => onChange(to || null)}
      />
    );
  if (setting.key === 'ui.language')
    return (
      <SelectControl {...common} value={text} options={languageOptions(text)} onChange={(to) => onChange(to || null)} />
    );
  if (isHour(setting))
    return <SelectControl {...common} value={text} options={hours} onChange={(to) => onChange(Number(to))} />;
  switch (type) {
    case 'flag':
      return <FlagControl {...common} value={value === true} onChange={onChange} />;
    case 'choice': {
      const options = (allowed ?? []).map((each) => optionOf(each, line));
      const Control = isShownWhole(setting, line) ? RadioControl : SelectControl;
      return <Control {...common} value={text} options={options} onChange={onChange} />;
    }
    case 'choices':
      return (
        <ChoicesControl
          {...common}
          value={Array.isArray(value) ? value : []}
          options={(allowed ?? []).map((each) => optionOf(each, line))}
          onChange={(to) => onChange([...to])}
        />
      );
    case 'texts':
      return (
        <TextControl
          {...common}
          value={Array.isArray(value) ? value.join('\n') : ''}
          rows={3}
          placeholder={t.onePerLine}
          onChange={(to) => onChange(splitLines(to))}
        />
      );
    case 'whole':
    case 'decimal':
      return (
        <span className={styles['measure']}>
          <TextControl {...common} value={text} isNumber onChange={(to) => onChange(numberIn(to))} />
          {line.unit && <span className={styles['unit']}>{line.unit}</span>}
        </span>
      );
    case 'text':
    case 'path':
      return (
        <TextControl
          {...common}
          value={text}
          isLong
          placeholder={otherwise ?? ''}
          // If no value means "not set", an empty field does.
          onChange={(to) => onChange(to.trim() === '' && setting.default === null ? null : to)}
        />
      );
  }
}

function optionOf(value: string, { choices, means }: SettingText): Option {
  return { value, label: choices?.[value] ?? value, explanation: means?.[value] };
}

function splitLines(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Invalid numbers are sent unchanged, so that the daemon reports the valid range. */
function numberIn(text: string): number | string {
  const plain = text.trim().replace(',', '.');
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
}
