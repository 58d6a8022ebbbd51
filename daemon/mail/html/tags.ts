/** Tags that a message may have. Other tags are removed and their content is kept. */
export const allowedTags = wordSet(`
  a abbr acronym address area article aside b bdi big blockquote br caption center cite code col colgroup dd del
  details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark
  menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead
  time tr tt u ul var wbr`);

/** Tags that are removed with their content, which is for programs or is not HTML. */
export const removedTags = wordSet(`
  script title textarea select datalist template svg math iframe noembed noframes xmp`);

/** Tags whose content is text up to the end tag, even if they are written as `<iframe/>`. */
export const rawTextTags = wordSet(`script style title textarea iframe noembed noframes xmp`);

/** Tags whose content has the rules of XML. */
export const foreignTags = wordSet(`svg math`);

export const voidTags = wordSet(`area br col hr img wbr`);

/** Tags whose end tag a browser implies, so that any number may be open without nesting. */
export const optionalEndTags = wordSet(`p li dd dt rp rt td th tr thead tbody tfoot colgroup caption`);

export const allowedAttributes = wordSet(`
  align alt aria-hidden aria-label bgcolor border cellpadding cellspacing class clear color colspan compact dir face
  headers height hidden hspace id lang name nowrap open reversed role rowspan rules scope size span start style title
  type valign value vspace width`);

export const attributesByTag: Record<string, Set<string>> = {
  area: wordSet('coords shape'),
  img: wordSet('usemap'),
  time: wordSet('datetime'),
};

function wordSet(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/));
}
