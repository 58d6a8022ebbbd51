import { provider, type KnownProvider } from './provider.ts';

/** Chinese providers call an app password an authorization code. */
const authorizationCode = (place: string) => [
  `Open ${place} in the browser, then Settings and Account.`,
  'Switch on the IMAP/SMTP service and confirm it with your telephone.',
  'Copy the authorization code shown and paste it here as the password.',
];

const russianSteps = (place: string, name: string) => [
  `Open ${place} and choose Security.`,
  `Choose ${name}, and make one for mail.`,
  'Copy the password shown and paste it here.',
];

/** Providers in Asia, Russia and America. */
export const asiaAndAmerica: readonly KnownProvider[] = [
  provider({
    id: 'yandex',
    name: 'Yandex',
    domains: 'yandex.com yandex.ru ya.ru yandex.by yandex.kz yandex.ua narod.ru',
    mx: 'yandex.net yandex.ru',
    imap: 'imap.yandex.com',
    smtp: 'smtp.yandex.com',
    sign_in: 'app_password',
    steps: russianSteps('Yandex ID in the browser', 'App passwords'),
    help_url: 'https://id.yandex.com/security/app-passwords',
    note: 'Mail programs have to be allowed first: open Yandex Mail, then Settings, Email clients, and switch on IMAP.',
  }),
  provider({
    id: 'mail_ru',
    name: 'Mail.ru',
    domains: 'mail.ru inbox.ru list.ru bk.ru internet.ru xmail.ru',
    mx: 'mail.ru',
    imap: 'imap.mail.ru',
    smtp: 'smtp.mail.ru',
    sign_in: 'app_password',
    steps: russianSteps('your Mail.ru account in the browser', 'Passwords for external applications'),
    help_url: 'https://account.mail.ru/user/2-step-auth/passwords',
    note: 'Mail.ru doesn’t accept your usual password in mail apps. Create an app password for Posthorn instead.',
  }),
  provider({
    id: 'qq',
    name: 'QQ Mail',
    domains: 'qq.com vip.qq.com foxmail.com',
    imap: 'imap.qq.com',
    smtp: 'smtp.qq.com',
    sign_in: 'app_password',
    steps: authorizationCode('QQ Mail'),
  }),
  provider({
    id: 'tencent_exmail',
    name: 'Tencent Exmail',
    mx: 'mxbiz1.qq.com mxbiz2.qq.com',
    imap: 'imap.exmail.qq.com',
    smtp: 'smtp.exmail.qq.com',
    sign_in: 'app_password',
    steps: authorizationCode('Exmail'),
  }),
  ...['163.com', '126.com', 'yeah.net'].map((domain) =>
    provider({
      id: 'netease',
      name: 'NetEase Mail',
      domains: domain,
      imap: `imap.${domain}`,
      smtp: `smtp.${domain}`,
      sign_in: 'app_password',
      steps: authorizationCode('NetEase Mail'),
    }),
  ),
  provider({
    id: 'naver',
    name: 'Naver',
    domains: 'naver.com',
    imap: 'imap.naver.com',
    smtp: 'smtp.naver.com',
    username: 'local part',
    note: 'IMAP has to be switched on first, in the settings of Naver Mail. With 2-step verification, make a password for the application and use it here.',
  }),
  provider({
    id: 'daum',
    name: 'Daum',
    domains: 'daum.net hanmail.net kakao.com',
    imap: 'imap.daum.net',
    smtp: 'smtp.daum.net',
    username: 'local part',
    sign_in: 'app_password',
    steps: [
      'Open Daum Mail in the browser, then Settings and IMAP/POP3, and switch IMAP on.',
      'Open your Kakao account and make an app password.',
      'Copy the password shown and paste it here.',
    ],
  }),
  provider({
    id: 'comcast',
    name: 'Xfinity',
    domains: 'comcast.net xfinity.com',
    imap: 'imap.comcast.net',
    smtp: 'smtp.comcast.net',
    note: 'Mail programs have to be allowed first: in Xfinity Email choose Settings, Security, and allow access for third-party programs.',
  }),
  provider({
    id: 'att',
    name: 'AT&T',
    domains: `att.net sbcglobal.net bellsouth.net ameritech.net pacbell.net swbell.net flash.net snet.net prodigy.net
      nvbell.net wans.net currently.com`,
    imap: 'imap.mail.att.net',
    smtp: 'smtp.mail.att.net',
    sign_in: 'app_password',
    steps: [
      'Sign in to myAT&T in the browser and open your profile.',
      'Choose your mail address, then Manage secure mail key.',
      'Add a secure mail key, copy it and paste it here as the password.',
    ],
    note: 'AT&T doesn’t accept your usual password in mail apps. Create a secure mail key for Posthorn instead.',
  }),
  provider({
    id: 'verizon',
    name: 'Verizon',
    domains: 'verizon.net',
    imap: 'imap.aol.com',
    smtp: 'smtp.verizon.net',
    sign_in: 'app_password',
    steps: [
      'Open your AOL account in the browser and choose Security.',
      'Choose “Generate app password”, and type “Posthorn” as the name.',
      'Copy the password shown and paste it here.',
    ],
    help_url: 'https://login.aol.com/account/security',
    note: 'Verizon mail is hosted by AOL, which requires an app password.',
  }),
  provider({
    id: 'cox',
    name: 'Cox',
    domains: 'cox.net',
    imap: 'imap.cox.net',
    smtp: 'smtp.cox.net',
    note: 'Mail of Cox is kept by Yahoo. If your password isn’t accepted, create an app password in your Yahoo account.',
  }),
  provider({
    id: 'uol',
    name: 'UOL',
    domains: 'uol.com.br',
    imap: 'imap.uol.com.br',
    smtp: 'smtps.uol.com.br:587',
  }),
];
