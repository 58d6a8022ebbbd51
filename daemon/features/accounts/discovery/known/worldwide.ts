import { provider, type KnownProvider } from './provider.ts';

const gmailSteps = [
  'Open your Google Account and choose Security.',
  'Switch on 2-Step Verification, if it is off.',
  'Search for “App passwords” and open it.',
  'Type “Posthorn” as the name and choose Create.',
  'Copy the 16 letters and paste them here as the password.',
];

const yahooSteps = (security: string) => [
  `Open ${security}.`,
  'Choose “Generate app password” or “Other ways to sign in”.',
  'Type “Posthorn” as the name and choose Generate password.',
  'Copy the password shown and paste it here.',
];

/** Providers that are used worldwide. */
export const worldwide: readonly KnownProvider[] = [
  provider({
    id: 'gmail',
    name: 'Gmail',
    domains: 'gmail.com googlemail.com',
    imap: 'imap.gmail.com',
    smtp: 'smtp.gmail.com',
    sign_in: 'app_password',
    browser_type: 'gmail',
    steps: gmailSteps,
    help_url: 'https://myaccount.google.com/apppasswords',
    note: 'Gmail doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
  }),
  provider({
    id: 'google_workspace',
    name: 'Google Workspace',
    mx: 'google.com googlemail.com psmtp.com',
    imap: 'imap.gmail.com',
    smtp: 'smtp.gmail.com',
    sign_in: 'app_password',
    browser_type: 'gmail',
    steps: gmailSteps,
    help_url: 'https://myaccount.google.com/apppasswords',
    note: 'Your organization decides whether passwords for mail programs are allowed. If you find no App passwords, ask your administrator.',
  }),
  provider({
    id: 'outlook',
    name: 'Outlook.com',
    domains: `outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.at outlook.be outlook.dk outlook.ie
      outlook.pt outlook.jp outlook.kr outlook.in outlook.sg outlook.sa outlook.cl outlook.cz outlook.hu outlook.sk
      outlook.ph outlook.my outlook.lv outlook.com.au outlook.com.br outlook.com.tr outlook.com.gr outlook.co.id
      outlook.co.th hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.be hotmail.nl
      hotmail.se hotmail.no hotmail.dk hotmail.ch hotmail.ca hotmail.gr hotmail.co.jp hotmail.com.br hotmail.com.ar
      hotmail.com.au live.com live.co.uk live.fr live.de live.it live.nl live.be live.se live.no live.dk live.at
      live.ca live.cn live.jp live.ie live.ru live.com.au live.com.mx live.com.pt live.com.ar msn.com passport.com
      windowslive.com`,
    imap: 'outlook.office365.com',
    smtp: 'smtp-mail.outlook.com:587',
    sign_in: 'browser',
    browser_type: 'outlook_personal',
  }),
  provider({
    id: 'microsoft_365',
    name: 'Microsoft 365',
    mx: 'mail.protection.outlook.com mx.microsoft',
    imap: 'outlook.office365.com',
    smtp: 'smtp.office365.com:587',
    sign_in: 'browser',
    browser_type: 'outlook_work',
  }),
  provider({
    id: 'yahoo',
    name: 'Yahoo Mail',
    domains: `yahoo.com ymail.com rocketmail.com myyahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca
      yahoo.ie yahoo.at yahoo.be yahoo.nl yahoo.se yahoo.no yahoo.dk yahoo.pl yahoo.ro yahoo.gr yahoo.pt yahoo.co.in
      yahoo.in yahoo.co.id yahoo.co.th yahoo.co.nz yahoo.co.za yahoo.com.au yahoo.com.br yahoo.com.ar yahoo.com.mx
      yahoo.com.sg yahoo.com.hk yahoo.com.tw yahoo.com.ph yahoo.com.vn yahoo.com.my yahoo.com.tr yahoo.com.co`,
    mx: 'yahoodns.net',
    imap: 'imap.mail.yahoo.com',
    smtp: 'smtp.mail.yahoo.com',
    sign_in: 'app_password',
    steps: yahooSteps('your Yahoo account and choose Security'),
    help_url: 'https://login.yahoo.com/account/security',
    note: 'Yahoo doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
  }),
  provider({
    id: 'yahoo_japan',
    name: 'Yahoo! Japan',
    domains: 'yahoo.co.jp ybb.ne.jp',
    imap: 'imap.mail.yahoo.co.jp',
    smtp: 'smtp.mail.yahoo.co.jp',
    username: 'local part',
    note: 'Access for mail programs has to be switched on first, in the settings of Yahoo! Mail.',
  }),
  provider({
    id: 'aol',
    name: 'AOL',
    domains: 'aol.com aol.co.uk aol.de aol.fr aol.it aol.es aim.com love.com ygm.com games.com wow.com',
    imap: 'imap.aol.com',
    smtp: 'smtp.aol.com',
    sign_in: 'app_password',
    steps: yahooSteps('your AOL account and choose Security'),
    help_url: 'https://login.aol.com/account/security',
    note: 'AOL doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
  }),
  provider({
    id: 'icloud',
    name: 'iCloud',
    domains: 'icloud.com me.com mac.com',
    imap: 'imap.mail.me.com',
    smtp: 'smtp.mail.me.com:587',
    username: 'local part',
    sendUsername: 'address',
    sign_in: 'app_password',
    steps: [
      'Sign in at account.apple.com and choose Sign-In and Security.',
      'Choose App-Specific Passwords.',
      'Choose Generate an app-specific password, and type “Posthorn” as the name.',
      'Copy the password shown and paste it here.',
    ],
    help_url: 'https://account.apple.com/account/manage',
    note: 'iCloud doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
  }),
  provider({
    id: 'icloud_domain',
    name: 'iCloud',
    mx: 'mail.icloud.com',
    imap: 'imap.mail.me.com',
    smtp: 'smtp.mail.me.com:587',
    sign_in: 'app_password',
    steps: [
      'Sign in at account.apple.com and choose Sign-In and Security.',
      'Choose App-Specific Passwords.',
      'Choose Generate an app-specific password, and type “Posthorn” as the name.',
      'Copy the password shown and paste it here.',
    ],
    help_url: 'https://account.apple.com/account/manage',
    note: 'The name to sign in with is your address that ends in icloud.com, not the one of your own domain.',
  }),
  provider({
    id: 'fastmail',
    name: 'Fastmail',
    domains: `fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.de fastmail.co.uk fastmail.jp fastmail.in
      fastmail.us fastmail.im sent.com sent.at mailbolt.com ml1.net mm.st 123mail.org eml.cc elitemail.org
      airpost.net internet-e-mail.com letterboxes.org mailhaven.com proinbox.com promessage.com warpmail.net
      xsmail.com imap.cc f-m.fm myfastmail.com`,
    mx: 'messagingengine.com',
    imap: 'imap.fastmail.com',
    smtp: 'smtp.fastmail.com',
    sign_in: 'app_password',
    steps: [
      'Open Fastmail in the browser, then Settings and Privacy & Security.',
      'Beside “App passwords” choose Manage, then New app password.',
      'Choose a name and “Mail (IMAP/POP/SMTP)” as access.',
      'Copy the password shown and paste it here.',
    ],
    help_url: 'https://app.fastmail.com/settings/security',
    note: 'Fastmail doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
  }),
  provider({
    id: 'proton',
    name: 'Proton Mail',
    domains: 'proton.me protonmail.com protonmail.ch pm.me',
    mx: 'protonmail.ch',
    sign_in: 'app_password',
    supported: false,
    help_url: 'https://proton.me/mail/bridge',
    note: 'Mail programs can read Proton Mail only through Proton Mail Bridge, a separate program for paying customers. This version of Posthorn can’t use it.',
  }),
  provider({
    id: 'tuta',
    name: 'Tuta',
    domains: 'tuta.com tutanota.com tutanota.de tutamail.com tuta.io keemail.me',
    mx: 'tutanota.de tuta.com',
    supported: false,
    note: 'Tuta doesn’t let other mail programs read its mail, so the account can’t be added.',
  }),
  provider({
    id: 'hey',
    name: 'HEY',
    domains: 'hey.com',
    mx: 'hey.com',
    supported: false,
    note: 'HEY doesn’t let other mail programs read its mail, so the account can’t be added.',
  }),
  ...zoho(),
];

/** Zoho stores mail in the region where the account was created. */
function zoho(): KnownProvider[] {
  const facts = {
    steps: [
      'Open Zoho Mail in the browser, then Settings and Mail Accounts.',
      'Choose IMAP and switch on IMAP Access.',
      'With two-factor sign-in, make an application-specific password under accounts.zoho.com, Security.',
    ],
    help_url: 'https://accounts.zoho.com/home#security/app_password',
    note: 'IMAP has to be switched on first, in the settings of Zoho Mail.',
  };
  const regions = [
    { end: 'com', domains: 'zoho.com zohomail.com' },
    { end: 'eu', domains: 'zoho.eu zohomail.eu' },
    { end: 'in', domains: 'zoho.in zohomail.in' },
    { end: 'com.au', domains: 'zohomail.com.au' },
  ];
  return regions.flatMap(({ end, domains }) => [
    provider({ id: 'zoho', name: 'Zoho Mail', domains, imap: `imap.zoho.${end}`, smtp: `smtp.zoho.${end}`, ...facts }),
    // Organizations have separate servers.
    provider({
      id: 'zoho',
      name: 'Zoho Mail',
      mx: `zoho.${end}`,
      imap: `imappro.zoho.${end}`,
      smtp: `smtppro.zoho.${end}`,
      ...facts,
    }),
  ]);
}
