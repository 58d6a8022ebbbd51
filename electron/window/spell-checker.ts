import { app, dialog, type Session } from 'electron';
import type { WindowStateStore } from './window-state.ts';

export type SpellChecker = {
  /** Whether the person can choose; where the system has a checker of its own it is the system's setting. */
  isConfigurable: boolean;
  isEnabled(): boolean;
  /** Turns it on, once the person has agreed to what that takes, or off. Answers whether it is on. */
  setEnabled(on: boolean): Promise<boolean>;
};

export type SpellCheckerDeps = {
  platform: NodeJS.Platform;
  state: WindowStateStore;
  session: Session;
  /** It was turned on or off. */
  onChange(): void;
};

/**
 * Spelling is checked by the system where it has a checker, as on macOS. Elsewhere Chromium needs dictionaries, and fetches
 * them from Google: that is done only where the person has asked for it and was told. What is written never leaves.
 */
export function createSpellChecker({ platform, state, session, onChange }: SpellCheckerDeps): SpellChecker {
  const isConfigurable = platform !== 'darwin';
  const isEnabled = () => !isConfigurable || state.current().spelling;
  const apply = () => {
    // The languages first: whatever is set when it is turned on would be fetched.
    if (isConfigurable && isEnabled()) session.setSpellCheckerLanguages(dictionaryLanguages(app, session));
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
  };
}

async function confirmDictionaryDownload(): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Fetch a dictionary to check spelling?',
    detail:
      'Posthorn fetches the dictionary of your language once from a server of Google. What you write is checked on this computer and is sent nowhere.',
    buttons: ['Fetch it', 'Not now'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

type SystemLanguages = Pick<typeof app, 'getPreferredSystemLanguages'>;

/** The languages of this computer that there is a dictionary for: `de-AT` is checked as `de`. At most three. */
export function dictionaryLanguages(
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
