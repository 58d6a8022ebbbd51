import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import type { HtmlImageAsset } from '../../../../daemon/contract/image-asset.ts';
import { useServices } from '../../../data/services.ts';
import { imagesQuery } from '../../../data/queries/images.ts';

/** How the images of a message on the internet are. */
export type ImagesState = {
  state: 'waiting' | 'fetching' | 'shown' | 'refused';
  /** Whether there is any that could be shown. */
  canShow: boolean;
  shown: readonly HtmlImageAsset[];
  /** How many were asked for and did not come. */
  failed: number;
  error: unknown;
  /** Fetches them, or those that did not come once more. */
  show: () => void;
};

const noImages: readonly HtmlImageAsset[] = [];

/** Fetches them once somebody asks, or at once where the sender is one whose images are always shown. */
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

/** Asked for, and not here. What is kept out on purpose is blocked. */
function isMissing({ status, data_url }: HtmlImageAsset): boolean {
  return status !== 'blocked' && data_url === null;
}
