import { Monitor, Moon, Sun } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { strings } from '../i18n/strings.ts';
import { chooseTheme, onThemeChosen, storedTheme, themes } from '../design/theme/theme.ts';
import styles from './theme-switch.module.css';

export const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark, or the system's theme; stored in this browser. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(onThemeChosen, storedTheme);
  function choose(value: string): void {
    const theme = themes.find((name) => name === value);
    if (theme) chooseTheme(theme);
  }
  return (
    <ToggleGroup.Root
      type="single"
      className={styles['switch']}
      aria-label={strings.theme.label}
      value={chosen}
      onValueChange={choose}
    >
      {themes.map((theme) => {
        const Icon = themeIcons[theme];
        return (
          <ToggleGroup.Item
            key={theme}
            value={theme}
            className={styles['choice']}
            aria-label={strings.theme[theme]}
            title={strings.theme[theme]}
          >
            <Icon />
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}
