import type { AttachmentUse } from '../../daemon/contract/desktop.ts';

/**
 * What each system can do with a file. Windows has a dialog of its own for the choice of a program; on macOS the user picks
 * one in the folder of applications. Linux desktops share no such dialog, so the user chooses in the file manager. Only macOS
 * lets a program show its previews and its share menu.
 */
export function attachmentUses(platform: NodeJS.Platform): readonly AttachmentUse[] {
  switch (platform) {
    case 'darwin':
      return ['open', 'open_with', 'quick_look', 'share', 'show'];
    case 'win32':
      return ['open', 'open_with', 'show'];
    default:
      return ['open', 'show'];
  }
}
