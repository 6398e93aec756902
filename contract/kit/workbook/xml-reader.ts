/** Hears what an XML text is made of. Names come without their prefix; an empty element is opened and closed. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** The attributes of an element by their names, without prefixes as well. */
export type XmlAttributes = (name: string) => string | undefined;

/** An XML text that ends in the middle, or a piece of one beyond what is held. */
export class XmlBroken extends Error {
  override readonly name = 'XmlBroken';
}

/**
 * Reads XML as it comes, for parts of a workbook: no declarations, no entities but those that every XML has. Throws XmlBroken; what is between two
 * marks is held whole, up to `longest`.
 */
export function xmlReader(listener: XmlListener): { push(piece: string): void; end(): void } {
  let rest = '';
  return {
    push(piece) {
      rest += piece;
      rest = rest.slice(readMarks(rest, listener));
      if (rest.length > longest) throw new XmlBroken('too long');
    },
    end() {
      if (rest.trim() !== '') throw new XmlBroken('cut off');
    },
  };
}

const longest = 4_194_304;

/** Reads as many marks as are whole; answers where the first that is not begins. */
function readMarks(text: string, listener: XmlListener): number {
  let at = 0;
  for (;;) {
    const mark = text.indexOf('<', at);
    if (mark === -1) return at;
    const end = endOf(text, mark);
    if (end === undefined) return at;
    if (mark > at) listener.text(decoded(text.slice(at, mark)));
    tell(text.slice(mark, end), listener);
    at = end;
  }
}

/** Where a mark ends; undefined while it has not. */
function endOf(text: string, mark: number): number | undefined {
  const sign = text[mark + 1];
  if (sign === '/') return text.indexOf('>', mark) + 1 || undefined;
  const special = sign === '!' || sign === '?' ? specials.find(({ start }) => text.startsWith(start, mark)) : undefined;
  if (special) {
    const found = text.indexOf(special.end, mark + special.start.length);
    return found === -1 ? undefined : found + special.end.length;
  }
  // The beginning of a comment may have been cut.
  if (sign === '!' && text.length - mark < longestStart) return undefined;
  let at = mark + 1;
  for (;;) {
    const next = text.indexOf('>', at);
    if (next === -1) return undefined;
    // A mark may end inside the quotes of an attribute.
    const quote = openQuote(text, at, next);
    if (quote === undefined) return next + 1;
    const close = text.indexOf(text[quote] ?? '', quote + 1);
    if (close === -1) return undefined;
    at = close + 1;
  }
}

/** The first quotation mark before a place. */
function openQuote(text: string, from: number, to: number): number | undefined {
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return undefined;
}

const specials = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const;
const longestStart = '<![CDATA['.length;

function tell(mark: string, listener: XmlListener): void {
  if (mark.startsWith('<![CDATA[')) listener.text(mark.slice(longestStart, -3));
  else if (mark.startsWith('<?') || mark.startsWith('<!')) return;
  else if (mark.startsWith('</')) listener.close(localName(mark.slice(2, -1).trim()));
  else {
    const empty = mark.endsWith('/>');
    const inner = mark.slice(1, empty ? -2 : -1);
    const space = inner.search(/\s/);
    const name = localName(space === -1 ? inner : inner.slice(0, space));
    listener.open(name, space === -1 ? none : attributesOf(inner.slice(space)));
    if (empty) listener.close(name);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const none: XmlAttributes = () => undefined;

function attributesOf(text: string): XmlAttributes {
  return (name) => {
    attribute.lastIndex = 0;
    for (let found = attribute.exec(text); found; found = attribute.exec(text)) {
      const [, key = '', double, single] = found;
      if (localName(key) === name && !key.startsWith('xmlns')) return decoded(double ?? single ?? '');
    }
    return undefined;
  };
}

const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return signs[String(name).toLowerCase()] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
