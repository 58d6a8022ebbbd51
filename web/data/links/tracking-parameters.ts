/**
 * Parameters of addresses that only say who followed a link, or where it was found. What a page needs to answer, such as
 * an order, a language or a signature, is not in the list.
 */
const everywhere = new Set(
  `
  fbclid gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid msclkid yclid ysclid twclid ttclid li_fat_id igshid
  rdt_cid epik srsltid mc_cid mc_eid _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok vero_id vero_conv
  oly_anon_id oly_enc_id _openstat ml_subscriber ml_subscriber_hash ck_subscriber_id wickedid rb_clickid _kx dm_i
  elqtrackid elqtrack elqaid elqat elqcampaignid _bta_tid _bta_c trk_contact trk_msg trk_module trk_sid ef_id s_kwcid
  et_rid et_cid sfmc_id cio_id _cio_id ss_email_id ss_source ss_campaign_id ns_mchannel ns_source ns_campaign ns_linkname
  ns_fee guce_referrer guce_referrer_sig _branch_match_id _branch_referrer mindbox-click-id`
    .trim()
    .split(/\s+/),
);

/** Beginnings of such names. */
const families = [
  'utm_',
  'utm-',
  'mtm_',
  'pk_',
  'piwik_',
  'matomo_',
  'hsa_',
  'bsft_',
  'hmb_',
  'at_medium',
  'at_campaign',
];

/** Parameters that only track on the sites of one organization, by the end of the host. A `*` ends a beginning. */
const bySite: readonly { site: RegExp; names: string }[] = [
  { site: /(^|\.)amazon\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/, names: 'ref_ pd_rd_* pf_rd_* qid sr _encoding' },
  { site: /(^|\.)(?:youtube\.com|youtu\.be)$/, names: 'si pp feature' },
  { site: /(^|\.)instagram\.com$/, names: 'igsh ig_rid' },
  { site: /(^|\.)facebook\.com$/, names: 'mibextid refsrc __tn__ __cft__* eav paipv' },
  { site: /(^|\.)(?:twitter|x)\.com$/, names: 's t cn ref_src ref_url refsrc' },
  { site: /(^|\.)linkedin\.com$/, names: 'trk trkemail midtoken midsig eid lipi refid trackingid otptoken' },
  { site: /(^|\.)tiktok\.com$/, names: '_r _t is_from_webapp sender_device' },
  { site: /(^|\.)spotify\.com$/, names: 'si' },
  { site: /(^|\.)reddit\.com$/, names: 'share_id ref ref_source correlation_id' },
  { site: /(^|\.)ebay\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/, names: 'mkevt mkcid mkrid campid toolid customid' },
  { site: /(^|\.)aliexpress\.com$/, names: 'spm scm aff_* algo_* pdp_npi' },
  { site: /(^|\.)etsy\.com$/, names: 'click_key click_sum external ref' },
  { site: /(^|\.)medium\.com$/, names: 'source sk_source' },
  { site: /(^|\.)nytimes\.com$/, names: 'smid smtyp emc nl regi_id segment_id te instance_id' },
  { site: /(^|\.)google\.(?:[a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/, names: 'ved ei sei gs_lcp gs_lcrp sca_esv' },
];

/** Names of signatures: whoever signed an address may have signed all of it. */
const signatures = /^(?:sig|sign|signature|hmac|mac|checksum|x-(?:amz|goog|ms)-signature|policy|se|hash)$/;

/** Pages that answer to a token of the mail, and may need every part of it. */
const tokenPages =
  /unsubscri|opt-?out|preference|(?:^|[/_.-])(?:confirm|verif|activat|reset|magic|o?auth(?![a-z])|sso|login|sign-?in|invit|token)/i;

/** An address within an address: a redirection, which may check what it was given. */
const redirection = /=https?(?::|%3a)/i;

type CleanAddress = { address: string; removed: string[] };

/**
 * An address without parameters that only track, and their names. The remaining characters stay as they are. An address
 * that is signed, or that leads to a page which needs its token, is not changed. Nothing else about an address is.
 */
export function withoutTracking(address: string): CleanAddress {
  const url = /^https?:/i.test(address) ? URL.parse(address) : null;
  const [, start, query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? [];
  if (!url || start === undefined || query === undefined) return { address, removed: [] };
  if (tokenPages.test(url.hostname + url.pathname) || redirection.test(query)) return { address, removed: [] };
  const parts = query.split('&');
  const names = parts.map(nameOf);
  if (names.some((name) => signatures.test(name) || tokenPages.test(name))) return { address, removed: [] };
  const isTracking = trackingOn(url.hostname.toLowerCase());
  const kept = parts.filter((_, at) => !isTracking(names[at] ?? ''));
  if (kept.length === parts.length) return { address, removed: [] };
  const rest = kept.length > 0 ? `?${kept.join('&')}` : '';
  return { address: start + rest + fragment, removed: names.filter(isTracking) };
}

function nameOf(part: string): string {
  const [name = ''] = part.split('=');
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    // An incorrect escape is in no name of the list.
    return name.toLowerCase();
  }
}

function trackingOn(host: string): (name: string) => boolean {
  const ofSite = bySite.filter(({ site }) => site.test(host)).flatMap(({ names }) => names.split(' '));
  return (name) =>
    everywhere.has(name) ||
    families.some((family) => name.startsWith(family)) ||
    ofSite.some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each));
}
