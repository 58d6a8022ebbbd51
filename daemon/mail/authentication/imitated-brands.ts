/**
 * Domains of companies that fraud mails name most often. They count like domains the user knows, so that an imitation is
 * recognized before the user has any mail of the company.
 */
export const imitatedBrands: ReadonlySet<string> = new Set(
  `paypal.com amazon.com amazon.de amazon.co.uk apple.com icloud.com microsoft.com office.com google.com facebook.com
  instagram.com whatsapp.com linkedin.com netflix.com spotify.com ebay.com ebay.de dropbox.com docusign.com adobe.com
  coinbase.com binance.com stripe.com klarna.com wise.com revolut.com booking.com airbnb.com dhl.com dhl.de fedex.com usps.com
  deutschepost.de laposte.fr postnl.nl royalmail.com sparkasse.de commerzbank.de postbank.de santander.com
  barclays.co.uk hsbc.com bankofamerica.com wellsfargo.com americanexpress.com mastercard.com telekom.de vodafone.de
  steampowered.com github.com`.split(/\s+/),
);

/** Words that fraud adds to a known name, as in paypal-security.com. */
export const baitWords: ReadonlySet<string> = new Set(
  `account accounts admin alert alerts app auth authenticate authentication bank banking billing bonus card cards care center
  centre check cloud confirm confirmation customer customers delivery de desk eu express gift giro global group help helpdesk
  home id info inc int invoice it kunden kundenservice konto login logon mail mails manager member message my myaccount net
  news notice notification notifications notify official online order orders paket parcel pay payment payments portal
  protect protection rechnung recover recovery refund reset resolution reward rewards safe safety secure secured security
  service services shop sicherheit sign signin status store support survey team tech track tracking uk unlock update updates
  us user validate validation verification verify verified wallet web www zahlung zoll`.split(/\s+/),
);
