/** Where a parcel is, from the order on (wire-contract, section 5). */
export const deliveryStatuses = [
  'ordered',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'attempt_fail',
  'available_for_pickup',
  'delivered',
  'exception',
  'returned',
  'expired',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type DeliveryItem = { name: string; quantity: number | null };

/** A window of time as two instants; a day is from its midnight to its last millisecond. */
export type Eta = { from: string; until: string };

/** What shows that a message is about a delivery, the most reliable first. */
export const evidenceReasons = ['schema', 'carrier', 'shop', 'number', 'wording'] as const;
export type EvidenceReason = (typeof evidenceReasons)[number];

/** What one message says about one parcel, or about an order whose parcel it does not name. */
export type Evidence = {
  /** The name of the carrier. */
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  /** The shop, and the domain under which its order numbers are unique. */
  merchant: string | null;
  merchant_domain: string;
  order_numbers: string[];
  status: DeliveryStatus;
  /** When it was so: the date that structured data give, else that of the message. */
  at: string;
  eta: Eta | null;
  items: DeliveryItem[];
  source: 'schema' | 'llm' | 'heuristic';
  reason: EvidenceReason;
  /** Between 0 and 1. */
  confidence: number;
  /** The words of the message that say so. */
  quote: string | null;
};
