/**
 * Domains of public mail providers. Sharing such a domain does not make a recipient a colleague, and a domain similar
 * to one of these is usually a typing error.
 */
export const mailProviders: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es hotmail.com hotmail.co.uk hotmail.de hotmail.fr
  hotmail.it hotmail.es live.com live.de live.fr live.nl live.co.uk msn.com yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it
  yahoo.es yahoo.co.jp yahoo.co.in yahoo.com.br ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com mail.com
  email.com gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.us web.de freenet.de t-online.de posteo.de posteo.net mailbox.org
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com tutamail.com fastmail.com fastmail.fm
  hey.com zoho.com zohomail.eu orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr libero.it virgilio.it
  tiscali.it alice.it tin.it terra.com.br uol.com.br bol.com.br telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl
  home.nl bluewin.ch hispeed.ch sunrise.ch aon.at chello.at wp.pl o2.pl onet.pl interia.pl gazeta.pl seznam.cz email.cz
  centrum.cz azet.sk centrum.sk freemail.hu citromail.hu abv.bg mail.bg yandex.ru yandex.com ya.ru mail.ru bk.ru inbox.ru
  list.ru rambler.ru ukr.net i.ua qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com naver.com
  hanmail.net daum.net kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com comcast.net verizon.net att.net
  sbcglobal.net bellsouth.net cox.net charter.net earthlink.net btinternet.com sky.com virginmedia.com ntlworld.com
  talktalk.net blueyonder.co.uk bigpond.com optusnet.com.au xtra.co.nz shaw.ca rogers.com sympatico.ca telia.com
  online.no mail.dk`.split(/\s+/),
);
