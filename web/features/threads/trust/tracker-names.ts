import type { MessageBody } from '../../../../daemon/contract/body.ts';

/** The number of tracking images of a message, and the companies behind them, if known. */
export function trackersOf({ tracking_images, remote_image_urls }: MessageBody): { count: number; names: string[] } {
  const named = remote_image_urls.flatMap(({ tracker, tracker_name }) =>
    tracker && tracker_name ? [tracker_name] : [],
  );
  return { count: tracking_images, names: [...new Set(named)] };
}
