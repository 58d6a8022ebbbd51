import { clipboard, Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from 'electron';
import { linkTarget } from '../window/window-links.ts';
import type { SpellChecker } from '../window/spell-checker.ts';

type ContextMenuDeps = {
  spelling: SpellChecker;
  hasDevTools: boolean;
};

/** Opens the context menu at the pointer, if it has an item. */
export function attachContextMenu(contents: WebContents, deps: ContextMenuDeps): void {
  contents.on('context-menu', (_event, params) => {
    const items = contextMenuItems(params, { contents, ...deps });
    if (items.length > 0) Menu.buildFromTemplate(items).popup();
  });
}

/** The user's actions there: correct a word, use the clipboard, copy a link's address or an image. */
function contextMenuItems(
  params: ContextMenuParams,
  { contents, spelling, hasDevTools }: ContextMenuDeps & { contents: WebContents },
): MenuItemConstructorOptions[] {
  const groups = [
    spellingItems(params, { contents, spelling }),
    linkItems(params),
    imageItems(params, contents),
    editItems(params),
    hasDevTools ? [{ label: 'Inspect', click: () => contents.inspectElement(params.x, params.y) }] : [],
  ].filter((group) => group.length > 0);
  return groups.flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function spellingItems(
  { misspelledWord, dictionarySuggestions, isEditable }: ContextMenuParams,
  { contents, spelling }: { contents: WebContents; spelling: SpellChecker },
): MenuItemConstructorOptions[] {
  const choice: MenuItemConstructorOptions[] =
    isEditable && spelling.isConfigurable && !spelling.isEnabled()
      ? [{ label: 'Check spelling…', click: () => void spelling.setEnabled(true) }]
      : [];
  if (!misspelledWord) return choice;
  const words = dictionarySuggestions.slice(0, 6).map((word) => ({
    label: escapeLabel(word),
    click: () => contents.replaceMisspelling(word),
  }));
  const none = { label: 'No suggestions', enabled: false };
  const add = {
    label: `Add “${escapeLabel(truncate(misspelledWord))}” to the dictionary`,
    click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
  };
  return [...(words.length > 0 ? words : [none]), add];
}

function linkItems({ linkURL }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!linkURL || !URL.canParse(linkURL)) return [];
  const { protocol, pathname, href } = new URL(linkURL);
  if (protocol === 'mailto:') {
    return [{ label: 'Copy address', click: () => clipboard.writeText(decodeAddress(pathname)) }];
  }
  const target = linkTarget(linkURL, { origin: undefined, mailtoPath: () => undefined });
  return target.to === 'outside' ? [{ label: 'Copy link', click: () => clipboard.writeText(href) }] : [];
}

/** Only local content: no menu makes the app fetch what a message links to. */
function imageItems({ mediaType, srcURL, hasImageContents, x, y }: ContextMenuParams, contents: WebContents) {
  if (mediaType !== 'image' || !hasImageContents || !/^(data:image\/|blob:)/.test(srcURL)) return [];
  return [
    { label: 'Copy image', click: () => contents.copyImageAt(x, y) },
    { label: 'Save image…', click: () => contents.downloadURL(srcURL) },
  ];
}

function editItems({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() ? [copy] : [];
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

/** A single & marks a mnemonic of a menu on Windows and Linux. */
function escapeLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

function truncate(word: string): string {
  return word.length > 30 ? `${word.slice(0, 29)}…` : word;
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // Invalid percent-encoding is kept as it is.
    return address;
  }
}
