import { app, dialog, type Session } from 'electron';
import type { KeptState } from './window-state.ts';

export type Spelling = {
  /** Whether the person can choose; where the system has a checker of its own it is the system's setting. */
  isChosen: boolean;
  isOn(): boolean;
  /** Turns it on, once the person has agreed to what that takes, or off. Answers whether it is on. */
  turn(on: boolean): Promise<boolean>;
};

export type SpellingParts = {
  platform: NodeJS.Platform;
  state: KeptState;
  session: Session;
  /** It was turned on or off. */
  onChange(): void;
};

/**
 * Spelling is checked by the system where it has a checker, as on macOS. Elsewhere Chromium needs dictionaries, and fetches
 * them from Google: that is done only where the person has asked for it and was told. What is written never leaves.
 */
export function openSpelling({ platform, state, session, onChange }: SpellingParts): Spelling {
  const isChosen = platform !== 'darwin';
  const isOn = () => !isChosen || state.current().spelling;
  const apply = () => {
    // The languages first: whatever is set when it is turned on would be fetched.
    if (isChosen && isOn()) session.setSpellCheckerLanguages(languagesOf(app, session));
    session.setSpellCheckerEnabled(isOn());
  };
  apply();
  return {
    isChosen,
    isOn,
    async turn(on) {
      if (!isChosen || on === isOn()) return isOn();
      if (on && !(await agrees())) return false;
      state.change({ spelling: on });
      apply();
      onChange();
      return on;
    },
  };
}

async function agrees(): Promise<boolean> {
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

type Languages = Pick<typeof app, 'getPreferredSystemLanguages'>;

/** The languages of this computer that there is a dictionary for: `de-AT` is checked as `de`. At most three. */
export function languagesOf(
  system: Languages,
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
