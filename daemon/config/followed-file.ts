import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import { readConfigText } from './config-file.ts';
import { moveAside, replaceDamaged, type RepairableFile } from './damaged-file.ts';
import type { LastGoodCopy } from './last-good-copy.ts';
import { replaceFile } from './private-file.ts';
import { writeConfig } from './write-config.ts';

/** The content in force and, where the current file is not in force, the reason. */
export type FileState<Content> = {
  content: Content;
  /** Whether the file has ever been read with content. A file that never existed cannot be reported as missing. */
  isWritten: boolean;
  trouble: string | undefined;
};

type FollowedFile<Content> = RepairableFile & {
  readonly content: Content;
  /** The result of the last read of the file; undefined if it does not exist or cannot be read. */
  readonly text: string | undefined;
  reload(): void;
  /**
   * Writes the result of `edited` for the current text; it takes effect immediately. Throws `Failure`: `config_unreadable`,
   * `config_unwritable`, and the failures of `edited`.
   */
  edit(edited: (text: string | undefined) => string): void;
};

type FollowOptions<Content> = {
  file: string;
  copy: LastGoodCopy;
  /**
   * The content of a text, or the defaults; a bad value may be replaced by that of `last`. Throws `Failure` invalid
   * `config_unreadable`.
   */
  parse(text: string | undefined, last: Content | undefined): Content;
  /** What holds while the file is damaged: a sentence. */
  held: { lastGood: string; defaults: string };
  onChange(before: FileState<Content>, next: FileState<Content>): void;
};

type ReadResult = { text: string | undefined } | { reason: string };

/**
 * A file that is read again on `reload`. A damaged, removed or emptied file must not relax restrictions or lose accounts:
 * its last good content stays in force, also after a restart, and `trouble` states the reason.
 */
export function followFile<Content>(options: FollowOptions<Content>): FollowedFile<Content> {
  const { file, copy, onChange } = options;
  let goodText = copy.read();
  let found = readResult(file);
  // A bad value in a readable file gets its cautious value at the start, so that a typo does not relax anything.
  let state = nextState(options, { state: lastGoodState(options, goodText), last: undefined }, found);

  const keepGoodText = () => {
    if (state.trouble !== undefined || !('text' in found) || isBlank(found.text)) return;
    goodText = found.text;
    copy.write(goodText);
  };
  keepGoodText();

  const setState = (next: FileState<Content>) => {
    const before = state;
    state = next;
    keepGoodText();
    if (!isDeepStrictEqual(before, next)) onChange(before, next);
  };
  const reload = () => {
    const current = readResult(file);
    if (isDeepStrictEqual(current, found)) return;
    found = current;
    setState(nextState(options, { state, last: contentWritten(state) }, current));
  };
  const accept = (text: string | undefined) => {
    found = { text };
    // The user emptied this file, so it is not damaged, and the copy must not keep what the user removed.
    if (isBlank(text)) {
      copy.remove();
      goodText = undefined;
    }
    setState(readState(options, text, contentWritten(state)));
  };

  return {
    file,
    get content() {
      return state.content;
    },
    get trouble() {
      return state.trouble;
    },
    get text() {
      return 'text' in found ? found.text : undefined;
    },
    get isRestorable() {
      return goodText !== undefined;
    },
    reload,
    edit(edited) {
      reload();
      if (state.trouble !== undefined) throw notEdited(state.trouble);
      const text = 'text' in found ? found.text : undefined;
      const next = edited(text);
      if (next === (text ?? '')) return;
      writeConfig(file, next, text);
      accept(next);
    },
    repair(how) {
      reload();
      if (state.trouble === undefined) return undefined;
      if (how === 'restore' && goodText !== undefined) {
        const movedTo = replaceDamaged(file, goodText);
        accept(goodText);
        return movedTo;
      }
      const movedTo = moveAside(file);
      // The copy is removed last: after a crash the file is reported as missing, and nothing is lost.
      if (goodText !== undefined) replaceFile(`${file}.before`, goodText, 0o600);
      copy.remove();
      goodText = undefined;
      accept(undefined);
      return movedTo;
    },
  };
}

function readResult(file: string): ReadResult {
  try {
    return { text: readConfigText(file) };
  } catch (thrown) {
    if (thrown instanceof Failure) return { reason: thrown.message };
    throw thrown;
  }
}

function isBlank(text: string | undefined): text is undefined {
  return text === undefined || text.trim() === '';
}

function contentWritten<Content>({ isWritten, content }: FileState<Content>): Content | undefined {
  return isWritten ? content : undefined;
}

/** The state of the last good text. A copy that cannot be used is the same as none. */
function lastGoodState<Content>(options: FollowOptions<Content>, goodText: string | undefined): FileState<Content> {
  try {
    return readState(options, goodText, undefined);
  } catch (thrown) {
    if (thrown instanceof Failure) return readState(options, undefined, undefined);
    throw thrown;
  }
}

function readState<Content>(
  { parse }: Pick<FollowOptions<Content>, 'parse'>,
  text: string | undefined,
  last: Content | undefined,
): FileState<Content> {
  return { content: parse(text, last), isWritten: !isBlank(text), trouble: undefined };
}

function nextState<Content>(
  options: FollowOptions<Content>,
  { state, last }: { state: FileState<Content>; last: Content | undefined },
  found: ReadResult,
): FileState<Content> {
  const { file, held } = options;
  const withTrouble = (reason: string) => ({
    ...state,
    trouble: `${reason} Until then ${state.isWritten ? held.lastGood : held.defaults}.`,
  });
  if ('reason' in found) return withTrouble(found.reason);
  const { text } = found;
  if (state.isWritten && text === undefined) return withTrouble(`${file} is missing. Restore it.`);
  if (state.isWritten && isBlank(text)) return withTrouble(`${file} is empty. Add your settings to it.`);
  try {
    return readState(options, text, last);
  } catch (thrown) {
    if (thrown instanceof Failure) return withTrouble(thrown.message);
    throw thrown;
  }
}

function notEdited(trouble: string): Failure {
  return new Failure('conflict', 'config_unreadable', `Nothing was changed. ${trouble}`);
}
