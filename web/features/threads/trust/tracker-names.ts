import type { MessageBody } from '../../../../daemon/contract/body.ts';

/** How many images of a message only tell that it was opened, and the companies that would hear of it, where known. */
export function trackersOf({ tracking_images, remote_image_urls }: MessageBody): { count: number; names: string[] } {
  const named = remote_image_urls.flatMap(({ tracker, tracker_name }) =>
    tracker && tracker_name ? [tracker_name] : [],
  );
  return { count: tracking_images, names: [...new Set(named)] };
}
