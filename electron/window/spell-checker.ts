import { app, dialog, type Session } from 'electron';
import type { WindowStateStore } from './window-state.ts';

/** `code` is a BCP 47 tag, such as `en-GB`. */
export type SpellLanguage = { code: string; name: string; isOn: boolean };

export type SpellChecker = {
  /** Whether the user can choose; if the system has its own checker it is a setting of the system. */
  isConfigurable: boolean;
  isEnabled(): boolean;
  /** Turns it on, after the user has agreed to the download, or off. Returns whether it is on. */
  setEnabled(on: boolean): Promise<boolean>;
  /** The languages that have a dictionary, by name; empty while it is off or not configurable. */
  languages(): readonly SpellLanguage[];
  /** Checks in this language too, or no longer. The last language stays. */
  toggleLanguage(code: string): void;
};

type SpellCheckerDeps = {
  platform: NodeJS.Platform;
  state: WindowStateStore;
  session: Session;
  /** It was turned on or off. */
  onChange(): void;
};

/**
 * The system checks spelling if it has a checker, as on macOS. Otherwise Chromium needs dictionaries, and fetches them from
 * Google: that happens only if the user has enabled it and knows of it. The checked text never leaves the computer.
 */
export function createSpellChecker({ platform, state, session, onChange }: SpellCheckerDeps): SpellChecker {
  const isConfigurable = platform !== 'darwin';
  const isEnabled = () => !isConfigurable || state.current().spelling;
  const chosenLanguages = () => {
    const known = session.availableSpellCheckerLanguages;
    const chosen = state.current().spellLanguages.filter((code) => known.includes(code));
    return chosen.length > 0 ? chosen : dictionaryLanguages(app, session);
  };
  const apply = () => {
    // Set the languages first: those that are set when it is turned on are fetched.
    if (isConfigurable && isEnabled()) session.setSpellCheckerLanguages(chosenLanguages());
    session.setSpellCheckerEnabled(isEnabled());
  };
  apply();
  return {
    isConfigurable,
    isEnabled,
    async setEnabled(on) {
      if (!isConfigurable || on === isEnabled()) return isEnabled();
      if (on && !(await confirmDictionaryDownload())) return false;
      state.change({ spelling: on });
      apply();
      onChange();
      return on;
    },
    languages() {
      if (!isConfigurable || !isEnabled()) return [];
      const chosen = chosenLanguages();
      const all = session.availableSpellCheckerLanguages.map((code) => ({
        code,
        name: languageName(code),
        isOn: chosen.includes(code),
      }));
      return all.toSorted((one, other) => one.name.localeCompare(other.name));
    },
    toggleLanguage(code) {
      const chosen = chosenLanguages();
      const next = chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code];
      state.change({ spellLanguages: next.length > 0 ? next : chosen });
      apply();
      onChange();
    },
  };
}

/** In English, like the rest of the menus; the code itself where it has no name. */
function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}

async function confirmDictionaryDownload(): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Download a dictionary to check spelling?',
    detail:
      'Posthorn downloads the dictionary for your language once from a Google server. Your text is checked on this computer and never leaves it.',
    buttons: ['Download', 'Not now'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

type SystemLanguages = Pick<typeof app, 'getPreferredSystemLanguages'>;

/** The languages of this computer that have a dictionary: `de-AT` is checked as `de`. At most three. */
function dictionaryLanguages(
  system: SystemLanguages,
  { availableSpellCheckerLanguages: known }: Pick<Session, 'availableSpellCheckerLanguages'>,
): string[] {
  const found = system.getPreferredSystemLanguages().flatMap((language) => {
    const [base] = language.split('-');
    const match =
      known.find((each) => each === language) ??
      known.find((each) => each === base) ??
      known.find((each) => each.startsWith(`${base}-`));
    return match ?? [];
  });
  const unique = [...new Set(found)].slice(0, 3);
  return unique.length > 0 ? unique : known.includes('en-US') ? ['en-US'] : [];
}
