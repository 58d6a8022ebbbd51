/**
 * Companies with tracking images that report the opening of mail: name, host suffixes (`#` stands for digits), and
 * the path of such images; without a path the hosts serve nothing else.
 */
const companies: [name: string, hosts: string, place?: RegExp][] = [
  ['ActiveCampaign', 'activehosted.com emlnk.com emlnk#.com img-us#.com', /\/(?:lt|open|p_o)\.php|\/o\.gif/],
  ['Adobe Campaign', 'campaign.adobe.com', /\/r\/\?/],
  ['Adobe Marketo', 'mktoresp.com mktoweb.com marketo.com mkto-#.com', /\/trk|\/webevents/],
  ['Amazon SES', 'awstrack.me'],
  ['Apollo', 'apollo.io', /\/open|\/o\//],
  ['AWeber', 'openrate.aweber.com'],
  ['Bananatag', 'bl-#.com'],
  ['beehiiv', 'beehiiv.com', /\/ss\/o\/|\/open/],
  ['Boomerang', 'mailstat.us', /\/tr/],
  ['Braze', 'braze.com appboy.com', /\/open|\/o\//],
  [
    'Brevo',
    'sendib#.com sendibt#.com sendibm#.com sendinblue.com brevo.com',
    /\/(?:op|tr\/op|mk\/op|im\/op)\b|\/o\.gif/,
  ],
  ['Campaign Monitor', 'cmail#.com createsend#.com createsend.com', /-o\/|\/o\.gif/],
  ['Cirrus Insight', 'tracking.cirrusinsight.com'],
  ['Close', 'close.io close.com', /\/email_opened/],
  ['Constant Contact', 'rs#.net constantcontact.com', /\/on\.jsp|\/open/],
  ['ContactMonkey', 'contactmonkey.com', /\/tracker/],
  ['Criteo', 'criteo.com criteo.net'],
  ['Customer.io', 'customeriomail.com customer.io', /\/e\/o\/|\/o\//],
  ['Drip', 'getdrip.com', /\/open|\/o\//],
  ['Emarsys', 'emarsys.net emarsys.com', /\/mo\/|\/open/],
  ['Facebook', 'facebook.com', /^\/(?:tr\b|email_open_log_pic\.php)/],
  ['GetResponse', 'getresponse.com gr#.com', /\/open\.html|\/o\.gif/],
  ['GMass', 'gmtrack.net track.gmass.co'],
  ['Google', 'google-analytics.com doubleclick.net googleadservices.com'],
  ['HubSpot', 'hubspotemail.net signauxtrois.com signauxdeux.com signauxhuit.com sidekickopen#.com track.hubspot.com'],
  ['HubSpot', 'hubspotlinks.com hubspot.com hubspotstarter.net', /\/(?:e2?|Cto|open)\//],
  ['Intercom', 'intercom-mail.com intercom-mail-#.com via.intercom.io', /\/o\b/],
  ['Iterable', 'iterable.com', /\/(?:e\/)?open/],
  ['Kit', 'convertkit.com convertkit-mail.com convertkit-mail#.com', /open|\/o\//],
  ['Klaviyo', 'klaviyomail.com klclick.com klclick#.com', /\/o\/|\/open/],
  ['Lemlist', 'lemlist.com', /\/(?:api\/)?track|\/open/],
  ['LinkedIn', 'linkedin.com', /\/emimp\//],
  ['Litmus', 'emltrk.com'],
  ['LiveIntent', 'liadm.com'],
  ['Mailbutler', 'bowtie.mailbutler.io'],
  ['Mailchimp', 'list-manage.com mandrillapp.com', /\/track\b/],
  ['Mailgun', 'mailgun.org mailgun.net mailgun.com', /\/o\//],
  ['Mailjet', 'mjt.lu mailjet.com', /\/oo\//],
  ['MailerLite', 'mlsend.com mlsend#.com mailerlite.com', /\/o\//],
  ['Mailpgn', 'mailpgn.com'],
  ['Mailtrack', 'mailtrack.io mltrk.io'],
  ['Mixmax', 'track.mixmax.com email.mixmax.com'],
  ['Movable Ink', 'movable-ink-#.com movableink.com', /\/o\b|pixel/],
  ['NetHunt', 'nethunt.com nethunt.co', /\/track\//],
  ['Oracle Eloqua', 'en#.com eloqua.com', /FooterImages|\/visitor\//],
  ['Outreach', 'outrch.com outreach.io', /\/opened/],
  ['Polymail', 'polymail.io', /\/z\b/],
  ['Postmark', 'pstmrk.it', /\/open/],
  ['Rebump', 'rebump.cc', /\/track/],
  ['Salesforce', 'exct.net exacttarget.com pardot.com', /\/open\.aspx|\/r\//],
  ['Salesloft', 'salesloft.com salesloftlinks.com', /\/t\/|open/],
  ['SendGrid', 'sendgrid.net sendgrid.com', /\/(?:wf|ss)\/o/],
  ['SparkPost', 'spgo.io sparkpostmail.com', /\/q\/|\/open/],
  ['Streak', 'mailfoogae.appspot.com'],
  ['Substack', 'substack.com', /\/o\b/],
  ['Superhuman', 'r.superhuman.com'],
  ['The New York Times', 'nytimes.com', /^\/pixel/],
  ['ToutApp', 'toutapp.com'],
  ['Validity', 'returnpath.net', /pixel/],
  ['X', 'twitter.com x.com', /^\/(?:scribe\/ibis|i\/redirect.*pixel)/],
  ['Yesware', 't.yesware.com'],
  ['YAMM', 'yamm-track.appspot.com'],
  ['Zoho', 'zcsend.net zcsend.com maillist-manage.com', /\/(?:open|o)\b|\.gif/],
];

/** Paths of tracking images of bulk mail programs on their customers' own hosts. */
const usualPaths: [RegExp, name?: string][] = [
  [/\/wf\/open\b|\/ss\/o\//, 'SendGrid'],
  [/\/track\/open\.php/, 'Mailchimp'],
  [/\/oo\/[\w-]+\/[\w-]+\/e\.gif|\/links[^/]*\/oo\//, 'Mailjet'],
  [/\/ut\.php|\/open\.aspx|\/email_opened\b|\/email\/open(?:ed)?\b|\/track\/open\b|\/trk\b/],
  [/\/(?:o|e\/o|open|beacon|spacer_track)\.gif$|\/(?:tracking[-_]?)?pixel\.(?:gif|png)$|\/v1\/track\b/],
];

type TrackerEntry = { name: string; path: RegExp | undefined };

const byHost = Map.groupBy(
  companies.flatMap(([name, hosts, path]) => hosts.split(' ').map((host) => ({ host, name, path }))),
  ({ host }) => host,
);

/** Whether an image address is known as a tracking address, whatever the image looks like. */
export function isTrackingUrl(address: string): boolean {
  const url = new URL(address);
  const path = url.pathname + url.search;
  return (
    entriesOf(url).some((entry) => entry.path?.test(path) ?? true) ||
    usualPaths.some(([pattern]) => pattern.test(url.pathname))
  );
}

/** The company that is informed when an image is fetched, determined by host or path. */
export function trackerName(address: string): string | undefined {
  const url = new URL(address);
  return entriesOf(url)[0]?.name ?? usualPaths.find(([pattern]) => pattern.test(url.pathname))?.[1];
}

/** The entries of a host and its parent domains, the most specific first. */
function entriesOf({ hostname }: URL): TrackerEntry[] {
  const labels = hostname.replace(/\d+/g, '#').split('.');
  return labels.flatMap((_, at) => byHost.get(labels.slice(at).join('.')) ?? []);
}
