import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import type { HtmlImageAsset } from '../../../../daemon/contract/image-asset.ts';
import { useServices } from '../../../data/services.ts';
import { imagesQuery } from '../../../data/queries/images.ts';

/** The state of the remote images of a message. */
export type ImagesState = {
  state: 'waiting' | 'fetching' | 'shown' | 'refused';
  /** Whether there are images that can be shown. */
  canShow: boolean;
  shown: readonly HtmlImageAsset[];
  /** The number of requested images that could not be fetched. */
  failed: number;
  error: unknown;
  /** Fetches them, or retries those that failed. */
  show: () => void;
};

const noImages: readonly HtmlImageAsset[] = [];

/** Fetches the images when the user asks for them, or at once if the sender's images are always shown. */
export function useImages({ message_id, images_allowed, remote_image_urls }: MessageBody): ImagesState {
  const { api } = useServices();
  const [isRequested, setIsRequested] = useState(false);
  const canShow = remote_image_urls.some(({ placed, tracker }) => placed && !tracker);
  const isEnabled = canShow && (isRequested || images_allowed);
  const { data, error, isFetching, refetch } = useQuery({ ...imagesQuery(api, message_id), enabled: isEnabled });
  const remoteImages = useMemo(
    () => (isEnabled ? (data?.assets.filter(({ kind }) => kind === 'remote') ?? noImages) : noImages),
    [isEnabled, data],
  );
  const shown = useMemo(() => remoteImages.filter(({ data_url }) => data_url !== null), [remoteImages]);
  return {
    state: stateOf({ isEnabled, isFetching, isRefused: error !== null }),
    canShow,
    shown,
    failed: remoteImages.filter(isMissing).length,
    error,
    show: () => (isEnabled ? void refetch() : setIsRequested(true)),
  };
}

function stateOf(of: { isEnabled: boolean; isFetching: boolean; isRefused: boolean }): ImagesState['state'] {
  if (!of.isEnabled) return 'waiting';
  if (of.isFetching) return 'fetching';
  return of.isRefused ? 'refused' : 'shown';
}

/** Images that were requested and failed; intentionally removed images do not count. */
function isMissing({ status, data_url }: HtmlImageAsset): boolean {
  return status !== 'blocked' && data_url === null;
}
