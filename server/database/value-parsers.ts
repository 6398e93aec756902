import { types } from 'pg';

/**
 * How PostgreSQL values arrive in JavaScript, the same on every connection of ours (reference/ecosystem T21):
 * int8 → number, refused when it is not a safe integer; numeric → text; date and timestamp → text as stored;
 * timestamptz → ISO text in UTC with milliseconds (the wire format); arrays of these likewise; the rest as the driver does.
 * The driver's own answers would be: int8 as text, a date as a local `Date` (a day off in Shanghai), numeric[] as floats.
 */
export const valueParsers: typeof types = {
  ...types,
  getTypeParser: (oid, format) => {
    const parser = format === 'binary' ? undefined : textParsers.get(oid);
    return parser ?? types.getTypeParser(oid, format);
  },
};

/** Text of a timestamptz in any session time zone → `2026-11-21T09:00:00.000Z`; microseconds are cut, not rounded. */
export function parseInstant(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?([+-]\d\d)(?::(\d\d))?$/.exec(text);
  if (parts === null) throw new RangeError(`not a time that can be shown: ${text}`);
  const [, day, time, fraction = '', hours, minutes = '00'] = parts;
  return new Date(`${day}T${time}${fraction.slice(0, 4)}${hours}:${minutes}`).toISOString();
}

/** Text of an int8 → number; throws a RangeError beyond ±(2^53 − 1), where a number would silently be wrong. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer too large to be exact: ${text}`);
  return value;
}

type Parser = (text: string) => unknown;

const asIs: Parser = (text) => text;

const textParsers = new Map<number, Parser>([
  [20, parseInt8],
  [1016, arrayOf(parseInt8)],
  [1082, asIs],
  [1182, arrayOf(asIs)],
  [1114, asIs],
  [1115, arrayOf(asIs)],
  [1184, parseInstant],
  [1185, arrayOf(parseInstant)],
  [1700, asIs],
  [1231, arrayOf(asIs)],
]);

// None of these element types can hold a comma, a brace or an escape, so one split reads a flat array.
function arrayOf(element: Parser): Parser {
  return (text) => {
    if (text === '{}') return [];
    const inner = text.slice(1, -1);
    if (!text.startsWith('{') || inner.includes('{')) throw new RangeError(`not a flat array: ${text}`);
    return inner.split(',').map((item) => (item === 'NULL' ? null : element(item.replaceAll('"', ''))));
  };
}
