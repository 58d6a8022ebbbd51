import type { TrustReason } from '../../../../daemon/contract/trust.ts';
import { strings } from '../../../i18n/strings.ts';

/** A reason of the trust assessment, as a sentence. */
export function describeReason({ code, detail, other }: TrustReason): string {
  return strings.trust.reason({ code, what: detail ?? '', times: Number(detail ?? 0), other });
}
