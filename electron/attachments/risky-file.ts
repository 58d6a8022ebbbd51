import { extname } from 'node:path';

/** Files that do something when they are opened, by extension: programs, scripts, installers, documents with macros. */
const kinds: readonly (readonly [kind: string, extensions: string])[] = [
  [
    'a program',
    'exe com scr pif cpl msc app appx appxbundle msix msixbundle appimage run bin elf out jar jnlp class gadget xbap ' +
      'application action workflow xpi crx',
  ],
  [
    'a script',
    'bat cmd ps1 psm1 psd1 ps1xml vb vbs vbe js jse mjs ws wsf wsh wsc sct hta sh bash zsh csh ksh fish command tool ' +
      'py pyw pyc pyz rb pl php lua tcl scpt applescript osascript reg inf settingcontent-ms',
  ],
  ['an installer', 'msi msp mst deb rpm pkg mpkg flatpakref flatpak snap dmg iso img vhd vhdx apk mobileconfig'],
  ['a shortcut', 'lnk url website webloc inetloc fileloc desktop scf library-ms search-ms terminal'],
  [
    'a document that can contain a program',
    'docm dotm xlsm xltm xlam xll pptm potm ppam ppsm sldm mdb accdb accde ade adp chm hlp one slk iqy svg xhtml html htm shtml',
  ],
];

const kindOfExtension = new Map(kinds.flatMap(([kind, all]) => all.split(' ').map((each) => [each, kind] as const)));

/**
 * What a file is that may harm the computer when it is opened, such as “a script”; undefined for others. Judged by the
 * extension alone, as systems do, whatever the type that the message states.
 */
export function riskOf(name: string): string | undefined {
  return kindOfExtension.get(extname(name).slice(1).toLowerCase());
}
