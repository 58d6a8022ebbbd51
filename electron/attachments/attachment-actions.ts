import {
  app,
  BrowserWindow,
  dialog,
  nativeImage,
  shell,
  ShareMenu,
  type NativeImage,
  type WebContents,
} from 'electron';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { AttachmentRef, AttachmentUse } from '../../daemon/contract/desktop.ts';
import { projectRoot } from '../../headless/project.ts';
import type { SendUtilityRequest } from '../shell/shell-port.ts';
import { attachmentUses } from './attachment-uses.ts';
import { chooseProgram, startProgram, type ProgramStart } from './open-with.ts';
import { riskOf } from './risky-file.ts';

type AttachmentDeps = {
  request: SendUtilityRequest;
  platform: NodeJS.Platform;
  env?: Readonly<Record<string, string | undefined>>;
  start?: (program: ProgramStart) => Promise<void>;
};

/** What the app does with the files of messages. Every file is first saved by the daemon, which marks it as foreign. */
export type AttachmentActions = {
  /** Resolves when the system has taken over, or the user has declined. Rejects with a sentence. */
  use(attachment: unknown, use: unknown, sender: WebContents): Promise<void>;
  /** Saves the file for the owner only, so that it can be dragged. Rejects with a sentence. */
  prepareDrag(attachment: unknown): Promise<void>;
  /** Drags a prepared file out of the window; does nothing for others. */
  startDrag(attachment: unknown, sender: WebContents): void;
};

const attachmentRef = z.object({ message_id: z.string().max(200), attachment_id: z.string().max(200) });

/** Files that are ready to be dragged. More are not kept in mind; their files stay for a day. */
const maxPrepared = 100;

export function createAttachmentActions(deps: AttachmentDeps): AttachmentActions {
  const { request, platform, env = process.env, start = startProgram } = deps;
  const prepared = new Map<string, { file: string; icon: NativeImage }>();
  /** Where files were saved for the user, so that showing one again saves no second copy. */
  const saved = new Map<string, string>();

  const temporaryFile = async (ref: AttachmentRef) =>
    (await request('save_attachment', { ...ref, to: 'temporary' })).path;

  async function savedFile(ref: AttachmentRef): Promise<string> {
    const known = saved.get(keyOf(ref));
    if (known !== undefined && existsSync(known)) return known;
    const { path } = await request('save_attachment', { ...ref, to: 'downloads' });
    saved.set(keyOf(ref), path);
    return path;
  }

  const uses: Record<AttachmentUse, (ref: AttachmentRef, window: BrowserWindow) => Promise<void>> = {
    async open(ref, window) {
      const path = await temporaryFile(ref);
      if (!(await confirmRisk(path, window))) return;
      const failure = await shell.openPath(path);
      if (failure) throw new Error(`No program could open ${basename(path)}: ${failure}`);
    },
    async open_with(ref, window) {
      const path = await temporaryFile(ref);
      if (!(await confirmRisk(path, window))) return;
      const program = await chooseProgram(window, path, { platform, env });
      if (program) await start(program);
    },
    async show(ref) {
      shell.showItemInFolder(await savedFile(ref));
    },
    async quick_look(ref, window) {
      const path = await temporaryFile(ref);
      window.previewFile(path, basename(path));
    },
    async share(ref, window) {
      new ShareMenu({ filePaths: [await temporaryFile(ref)] }).popup({ window });
    },
  };

  return {
    async use(attachment, use, sender) {
      const ref = parseRef(attachment);
      const known = attachmentUses(platform).find((each) => each === use);
      if (!known) throw new Error('This system can’t do that with a file.');
      const window = BrowserWindow.fromWebContents(sender);
      if (window) await uses[known](ref, window);
    },
    async prepareDrag(attachment) {
      const ref = parseRef(attachment);
      const file = await temporaryFile(ref);
      const icon = await iconOf(file);
      prepared.delete(keyOf(ref));
      prepared.set(keyOf(ref), { file, icon });
      const oldest = prepared.keys().next().value;
      if (prepared.size > maxPrepared && oldest !== undefined) prepared.delete(oldest);
    },
    startDrag(attachment, sender) {
      const { data: ref } = attachmentRef.safeParse(attachment);
      const item = ref && prepared.get(keyOf(ref));
      // The file may have been removed after a day.
      if (item && existsSync(item.file)) sender.startDrag(item);
    },
  };
}

function parseRef(value: unknown): AttachmentRef {
  const parsed = attachmentRef.safeParse(value);
  if (!parsed.success) throw new Error('The file isn’t named as Posthorn names files.');
  return parsed.data;
}

function keyOf({ message_id, attachment_id }: AttachmentRef): string {
  return `${message_id} ${attachment_id}`;
}

/** Electron refuses to drag a file without an image. */
async function iconOf(file: string): Promise<NativeImage> {
  const own = () => nativeImage.createFromPath(join(projectRoot, 'resources', 'icons', 'app', '32x32.png'));
  const icon = await app.getFileIcon(file, { size: 'normal' }).catch(own);
  return icon.isEmpty() ? own() : icon;
}

/** Asks the user before a file that can run code is opened. If the user declines, the file is not opened. */
async function confirmRisk(path: string, window: BrowserWindow): Promise<boolean> {
  const kind = riskOf(path);
  if (kind === undefined) return true;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `“${basename(path)}” is ${kind}`,
    detail:
      'It can change or delete files on this computer. Open it only if you expected it and know who sent it. If you aren’t sure, ask the sender in another way.',
    buttons: ['Cancel', 'Open anyway'],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
