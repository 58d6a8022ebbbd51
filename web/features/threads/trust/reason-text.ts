import type { TrustReason } from '../../../../daemon/contract/trust.ts';
import { strings } from '../../../i18n/strings.ts';

/** Why a sender is trusted or not, in a sentence. */
export function describeReason({ code, detail, other }: TrustReason): string {
  return strings.trust.reason({ code, what: detail ?? '', times: Number(detail ?? 0), other });
}
