import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { MessageBody } from '../../daemon/contract/body.ts';
import type { HtmlImageAsset } from '../../daemon/contract/image-asset.ts';
import { useParts } from '../parts.ts';
import { imagesQuery } from './queries.ts';

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

const nothing: readonly HtmlImageAsset[] = [];

/** Fetches them once somebody asks, or at once where the sender is one whose images are always shown. */
export function useImages({ message_id, images_allowed, remote_image_urls }: MessageBody): ImagesState {
  const { api } = useParts();
  const [isAsked, setIsAsked] = useState(false);
  const canShow = remote_image_urls.some(({ placed, tracker }) => placed && !tracker);
  const isWanted = canShow && (isAsked || images_allowed);
  const { data, error, isFetching, refetch } = useQuery({ ...imagesQuery(api, message_id), enabled: isWanted });
  const outside = useMemo(
    () => (isWanted ? (data?.assets.filter(({ kind }) => kind === 'remote') ?? nothing) : nothing),
    [isWanted, data],
  );
  const shown = useMemo(() => outside.filter(({ data_url }) => data_url !== null), [outside]);
  return {
    state: stateOf({ isWanted, isFetching, isRefused: error !== null }),
    canShow,
    shown,
    failed: outside.filter(isLost).length,
    error,
    show: () => (isWanted ? void refetch() : setIsAsked(true)),
  };
}

function stateOf(of: { isWanted: boolean; isFetching: boolean; isRefused: boolean }): ImagesState['state'] {
  if (!of.isWanted) return 'waiting';
  if (of.isFetching) return 'fetching';
  return of.isRefused ? 'refused' : 'shown';
}

/** Asked for, and not here. What is kept out on purpose is blocked. */
function isLost({ status, data_url }: HtmlImageAsset): boolean {
  return status !== 'blocked' && data_url === null;
}
