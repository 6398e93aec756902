import { factory, type Kind } from '../field.ts';
import { limits } from '../limits.ts';

/** One line of text, trimmed, at most `most` characters (64 unless told). */
export const textKind: Kind<string> = {
  name: 'text',
  filter: 'contains',
  schema(z, field) {
    const text = z
      .string()
      .trim()
      .min(field.required ? Math.max(field.least ?? 1, 1) : (field.least ?? 0))
      .max(field.most ?? limits.name)
      .refine((value) => !hasControl(value), '不能包含控制字符');
    const { pattern } = field;
    return pattern ? text.refine((value) => value === '' || pattern.regex.test(value), pattern.words) : text;
  },
  print: (value) => value,
  parse: (text) => text.trim(),
};

/** Several lines of text: remarks, introductions, reasons. */
export const proseKind: Kind<string> = {
  name: 'prose',
  filter: 'contains',
  schema: (z, field) =>
    z
      .string()
      .trim()
      .min(field.required ? Math.max(field.least ?? 1, 1) : 0)
      .max(field.most ?? limits.remark)
      .refine((value) => !hasControl(value.replace(/[\n\r\t]/g, '')), '不能包含控制字符'),
  print: (value) => value,
  parse: (text) => text.trim(),
};

export const text = factory(textKind);
export const prose = factory(proseKind);

// PostgreSQL cannot store NUL, and no other control character belongs into a name.
function hasControl(value: string): boolean {
  for (const character of value) {
    const code = character.charCodeAt(0);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
