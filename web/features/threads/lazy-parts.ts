import { lazyComponent } from '../../design/lazy-component.tsx';

// Parts of a conversation that few conversations show. They are not in lazy-components.ts, which is part of the first load.
export const InviteCard = lazyComponent(async () => (await import('./invites/invite-card.tsx')).InviteCard);
export const SourceView = lazyComponent(async () => (await import('./body/source-view.tsx')).SourceView);
export const HeadersDialog = lazyComponent(async () => (await import('./headers-dialog.tsx')).HeadersDialog);
export const AllowancesDialog = lazyComponent(
  async () => (await import('./images/image-allowances-dialog.tsx')).AllowancesDialog,
);
export const UnsubscribeDialog = lazyComponent(
  async () => (await import('../../data/subscriptions/unsubscribe-dialog.tsx')).UnsubscribeDialog,
);
export const SimilarDialog = lazyComponent(async () => (await import('./similar-dialog.tsx')).SimilarDialog);
export const WhyHereDialog = lazyComponent(async () => (await import('./why-here-dialog.tsx')).WhyHereDialog);
