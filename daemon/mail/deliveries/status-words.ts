import type { DeliveryStatus } from './delivery.ts';

/**
 * Phrases that say where a parcel is, in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Japanese and
 * Arabic. The first status that fits counts, so that “could not be delivered” is not taken for “delivered”.
 */
const phrases: readonly (readonly [DeliveryStatus, string])[] = [
  [
    'returned',
    `return(?:ed|ing)? to (?:the )?sender|(?:zurück an den|an den) absender zurück|zurück an den absender|retourn\\S+ (?:à|a) l['’]exp[eé]diteur|devuelto al remitente|devolvido ao remetente|(?:restituit[oa]|reso) al mittente|retour afzender|zwrot do nadawcy|返送|إعادة إلى المرسل`,
  ],
  [
    'attempt_fail',
    `sorry we missed you|missed (?:your )?delivery|(?:tried|attempted|attempt) to deliver|delivery (?:was )?attempt(?:ed)?|(?:could ?n['’]t|could not|unable to|were not able to) (?:be )?deliver(?:ed)?|zustellversuch|nicht (?:zugestellt|zustellen|angetroffen)|tentative de livraison|n['’](?:avons|a) (?:pas )?pu (?:être livré|vous livrer|livrer)|intento de entrega|no (?:hemos podido|pudimos|se pudo) entregar|tentativa de entrega|não (?:foi possível|conseguimos) entregar|tentativo di consegna|mancata consegna|niet (?:thuis|kunnen bezorgen|bezorgd)|nieudana próba|nie zastaliśmy|ご不在|不在のため|تعذر (?:التسليم|التوصيل)`,
  ],
  [
    'available_for_pickup',
    `(?:ready|available|waiting) (?:for|to) (?:be )?(?:pick(?:ed)?[- ]?up|collect(?:ion|ed)?)|(?:package|parcel) (?:for you )?to (?:pick up|collect)|zur abholung bereit|abholbereit|liegt (?:\\S+ ){0,6}(?:filiale|packstation|paketshop|postfiliale|abholstation)|(?:disponible|arrivé|vous attend) (?:\\S+ ){0,4}(?:point[- ]relais|point (?:de )?retrait|bureau de poste|relais|consigne)|prêt à être retiré|list[oa] para (?:recoger|su recogida|recogida)|disponible para (?:recoger|su recogida|recogida)|pront[oa] para (?:retirada|levantamento|recolha)|pront[oa] per il ritiro|disponibile per il ritiro|(?:klaar|beschikbaar) (?:om af te halen|voor afhalen)|ligt (?:\\S+ ){0,4}klaar|gotow[ay] do odbioru|czeka na odbiór|受け取りいただけます|受取可能|جاهز(?:ة)? للاستلام`,
  ],
  [
    'delivered',
    `(?:has|have) (?:now )?been (?:successfully )?delivered|(?:was|were) (?:successfully )?(?:delivered|left)|(?:we|we['’]ve|we have|just) delivered|(?:package|parcel|order|shipment|item|delivery)s? (?:is |are )?(?:successfully )?delivered|(?:^|\\n)delivered\\b|delivery (?:was )?(?:successful|complete(?:d)?)|(?:wurde|wurden|haben|ist) (?:\\S+ ){0,8}(?:zugestellt|ausgeliefert|geliefert)\\b(?! wird)|(?:^|\\n)zugestellt\\b|erfolgreich zugestellt|(?:a|ont) (?:bien )?été (?:livré|distribué|remis|déposé)|colis livré|(?:^|\\n)livré\\b|livraison effectuée|(?:ha|han) sido entregad[oa]s?|se ha entregado|hemos entregado|(?:^|\\n)entregad[oa]\\b|pedido entregado|foi entregue|foram entregues|(?:^|\\n)entregue\\b|pedido entregue|(?:è stat[oa]|sono stat[ie]) consegnat[oaie]|consegna effettuata|(?:^|\\n)consegnat[oa]\\b|(?:is|zijn) (?:\\S+ ){0,3}(?:bezorgd|afgeleverd)|(?:^|\\n)(?:bezorgd|afgeleverd)\\b|(?:została?|zostało) (?:\\S+ ){0,2}(?:dostarczon|doręczon)[aoy]|(?:^|\\n)(?:dostarczono|doręczono)|配達(?:が)?完了|お届け済み|お届けしました|配達しました|تم (?:توصيل|تسليم)`,
  ],
  [
    'out_for_delivery',
    `out for delivery|(?:is|are|it['’]s) (?:arriving|coming|being delivered) today|(?:arriving|delivered|delivering (?:it|your \\w+)|arrives|coming) today|package coming today|with (?:your|our) (?:\\S+ ){0,3}(?:courier|driver)|in zustellung|im zustellfahrzeug|(?:wird|kommt|bringen wir|stellen wir) (?:\\S+ ){0,6}heute|heute (?:\\S+ ){0,4}(?:zugestellt|geliefert)|en cours de livraison|(?:livré|arrive|livraison) aujourd['’]hui|en reparto|(?:llega|se entrega|entregaremos) hoy|saiu para (?:a )?entrega|em distribuição|(?:chega|será entregue) hoje|in consegna|(?:arriva|consegnat[oa]) oggi|(?:wordt|komt|bezorgen) (?:\\S+ ){0,4}vandaag|vandaag (?:\\S+ ){0,2}bezorgd|w doręczeniu|wydan[ao] (?:\\S+ )?do doręczenia|dziś (?:\\S+ )?(?:doręczymy|dostarczymy|dostarczona)|配達中|持ち出し中|本日(?:中に)?(?:お届け|配達)|خرج(?:ت)? للتوصيل|قيد التوصيل`,
  ],
  [
    'exception',
    `(?:is|are|has been|been|was|will be|running) (?:\\S+ )?(?:delayed|late)\\b|(?:delivery|shipping|shipment|order|parcel|package) (?:delay(?:ed)?|exception|problem)|delay (?:with|in|to) (?:your|the)|verspätet|verzögert|verzögerung|(?:a|est|avons) (?:\\S+ )?(?:pris du |du )?retard|retardé|retrasad[oa]|retraso|atrasad[oa]|atraso|in ritardo|vertraagd|vertraging|opóźni|遅延|遅れて|تأخر`,
  ],
  [
    'in_transit',
    `(?:has|have|was|were|been|is|are|we['’]ve|just) (?:now |already |just )?(?:shipped|dispatched|despatched|posted|mailed)\\b|(?:^|\\n)(?:shipped|dispatched|despatched)\\b|on (?:its|it['’]s|the|their) way|(?:shipping|shipment|dispatch|despatch) (?:confirmation|notification|notice)|left (?:our|the) (?:warehouse|depot|facility)|in transit|(?:order|package|parcel|item)s? (?:has |have |been )*shipped|(?:wurde|wurden|haben|ist|sind) (?:\\S+ ){0,8}(?:versendet|versandt|verschickt|abgeschickt|losgeschickt)|versandbestätigung|versandmitteilung|(?:ist|sind) (?:\\S+ ){0,3}unterwegs|unterwegs zu|auf dem weg|(?:a|ont) été (?:expédié|envoyé)|(?:^|\\n|colis |commande )expédié|(?:est|sont) en (?:route|chemin)|(?:avis|confirmation) d['’]expédition|(?:ha|han) sido enviad[oa]s?|(?:^|\\n)enviad[oa]\\b|pedido enviado|hemos enviado|(?:en camino|de camino)|(?:foi|foram) (?:enviad|expedid|despachad|postad)[oa]s?|pedido enviado|(?:está |estão )?a caminho|(?:è stat[oa]|sono stat[ie]) spedit[oaie]|(?:^|\\n)spedit[oa]\\b|conferma di spedizione|in viaggio|in transito|(?:is|zijn|wordt) (?:\\S+ ){0,4}(?:verzonden|verstuurd)|(?:is|zijn) onderweg|verzendbevestiging|(?:został[ao]?|zostały) (?:\\S+ ){0,2}(?:wysłan|nadan)[aoye]|w drodze|wysłaliśmy|発送(?:しました|いたしました|されました|のお知らせ|済み|完了)|出荷(?:しました|いたしました|のお知らせ|完了)|تم شحن|في الطريق`,
  ],
  [
    'info_received',
    `label (?:has been |was )?created|(?:preparing|ready|getting \\S+ ready) (?:your (?:order|package|parcel|items?) )?(?:to ship|for (?:shipment|dispatch))|preparing your (?:order|package|parcel)|shipment (?:information|info) (?:received|sent)|(?:sendung|paket) (?:\\S+ ){0,4}angekündigt|paketankündigung|wird (?:\\S+ ){0,3}(?:für den versand )?vorbereitet|en (?:cours de )?préparation|preparando (?:tu|su|o seu|seu) (?:pedido|envío|envio)|in preparazione|wordt (?:klaargemaakt|voorbereid)|przygotow(?:ujemy|ywan)|発送準備|قيد التجهيز`,
  ],
  [
    'ordered',
    `order (?:confirmation|confirmed|received|acknowledg\\S+)|confirm(?:ation of|ing) your order|thank(?:s| you) for (?:your |shopping|ordering)|(?:received|confirmed) your order|your (?:\\S+ ){0,3}order\\b|bestellbestätigung|auftragsbestätigung|bestelleingang|(?:deine|ihre|eurer?) (?:\\S+ ){0,2}bestellung|bestellung (?:\\S+ ){0,3}(?:eingegangen|erhalten|bestätigt)|confirmation de (?:votre |ta )?commande|votre commande|commande confirmée|confirmación d(?:e|el) (?:tu |su )?pedido|(?:tu|su) pedido|pedido confirmado|confirmação d[eo] (?:seu )?pedido|(?:seu|o teu) pedido|sua encomenda|conferma (?:dell['’]|d['’])?ordine|(?:il tuo|il suo) ordine|bestelbevestiging|(?:je|uw) bestelling|potwierdzenie (?:\\S+ )?zamówienia|(?:twoje|przyjęliśmy) zamówienie|ご注文(?:の確認|ありがとう|を承り|内容)|注文(?:の)?確認|تأكيد (?:الطلب|طلبك)`,
  ],
];

const patterns = phrases.map(([status, words]) => ({ status, pattern: new RegExp(words, 'giu') }));

/** A phrase after one of these is no report: “once your order has shipped”, “we’ll email you when it is on its way”. */
const conditional =
  /(?:\b(?:once|when|if|until|as soon as|after|before|sobald|wenn|falls|nachdem|bevor|lorsque|quand|dès que|si|cuando|una vez que|quando|assim que|se|zodra|wanneer|gdy|kiedy|jeśli)\b|たら|次第|عندما)[^.!?\n]{0,80}$/iu;

/** The words that say what a parcel or an order is, without which a subject is not about one. */
const subjectMatter =
  /\b(?:packages?|parcels?|shipments?|deliver(?:y|ies|ed|ing)|orders?|items?|consignment|paket(?:e|s)?|päckchen|sendung(?:en)?|lieferung|bestellung|colis|commande|livraison|envío|pedidos?|paquetes?|entrega|encomenda|pacco|pacchi|ordine|spedizione|consegna|pakket(?:je|ten)?|bestelling|zending|bezorging|paczk[aęi]|przesyłk[aęi]|zamówieni[ae]|przesyłek)\b|荷物|注文|商品|宅急便|شحنت|طلب|طرد/iu;

export type FoundStatus = {
  status: DeliveryStatus;
  /** The words around the phrase, at most 120 characters. */
  quote: string;
};

/** What a text says about where a parcel is; undefined if it does not say. */
export function statusIn(text: string): FoundStatus | undefined {
  for (const { status, pattern } of patterns) {
    for (const match of text.matchAll(pattern)) {
      if (conditional.test(text.slice(Math.max(0, match.index - 100), match.index))) continue;
      return { status, quote: quoteAt(text, match.index, match[0].length) };
    }
  }
  return undefined;
}

/** Whether a text is about a parcel, a delivery or an order at all. */
export function isAboutDelivery(text: string): boolean {
  return subjectMatter.test(text);
}

const quotedAround = 60;
const maxQuoteLength = 120;

/** The sentence or line around a phrase, cut at words. */
function quoteAt(text: string, index: number, length: number): string {
  const from = Math.max(0, index - quotedAround);
  const until = Math.min(text.length, index + length + quotedAround);
  const before =
    text
      .slice(from, index)
      .split(/\n|[.!?]\s/)
      .at(-1) ?? '';
  const after = text.slice(index + length, until).split(/[\n!?]|\.(?:\s|$)/)[0] ?? '';
  const isCutBefore = before.length === index - from && from > 0;
  const isCutAfter = after.length === until - index - length && until < text.length;
  const whole = `${isCutBefore ? before.replace(/^\S*\s/, '') : before}${text.slice(index, index + length)}${isCutAfter ? after.replace(/\s\S*$/, '') : after}`;
  return whole.replaceAll(/\s+/g, ' ').trim().slice(0, maxQuoteLength);
}
