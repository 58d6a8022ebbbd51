import type { DragEvent } from 'react';
import type { AttachmentMeta } from '../../../../daemon/contract/body.ts';
import type { AttachmentRef, DesktopBridge } from '../../../../daemon/contract/desktop.ts';
import { appErrorMessage } from '../../../api/desktop.ts';
import { useServices } from '../../../data/services.ts';
import { strings } from '../../../i18n/strings.ts';
import { fileNameOf } from './file-identity.ts';

/** The file as the app knows it. */
export function appRef({ message_id, id }: Pick<AttachmentMeta, 'message_id' | 'id'>): AttachmentRef {
  return { message_id, attachment_id: id };
}

type FileDrag = {
  draggable: true;
  onPointerDown: () => void;
  onDragStart: (event: DragEvent) => void;
};

/** Files of up to this many bytes are saved when the pointer is pressed on them, so that a drag finds them ready. */
const maxPreparedBytes = 100_000_000;

/** In the desktop app a file is dragged out of the window. It is saved when the pointer is pressed, which is before a drag. */
export function useFileDrag(
  attachment: AttachmentMeta,
  bridge: DesktopBridge | undefined,
): FileDrag | Record<string, never> {
  const { toasts } = useServices();
  if (!bridge) return {};
  const ref = appRef(attachment);
  const prepare = () => bridge.prepareAttachmentDrag(ref);
  return {
    draggable: true,
    onPointerDown() {
      // The drag itself reports a failure.
      if (attachment.size_bytes <= maxPreparedBytes && !attachment.on_server) void prepare().catch(() => undefined);
    },
    onDragStart(event) {
      // The page's own drag would carry an address instead of the file.
      event.preventDefault();
      // A drag that begins after the button was released would stick to the pointer.
      const held = new AbortController();
      for (const name of ['pointerup', 'pointercancel'])
        addEventListener(name, () => held.abort(), { signal: held.signal });
      prepare().then(
        () => {
          if (!held.signal.aborted) bridge.dragAttachment(ref);
          held.abort();
        },
        (error: unknown) =>
          toasts.show({
            tone: 'bad',
            text: strings.attachments.notDragged({ name: fileNameOf(attachment) }),
            note: appErrorMessage(error),
          }),
      );
    },
  };
}
