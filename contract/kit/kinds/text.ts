import { type Choices, type Field, factory, type Kind } from '../field.ts';
import { limits, tooManyEntries } from '../limits.ts';

/** One line of text, trimmed, at most `most` characters (64 by default). */
export const textKind: Kind<string> = {
  name: 'text',
  filter: 'contains',
  listed: 'texts',
  schema(z, field) {
    const text = z
      .string()
      .trim()
      .min(field.required === true ? Math.max(field.least ?? 1, 1) : (field.least ?? 0))
      .max(field.most ?? limits.name)
      .refine((value) => !hasControl(value), '不能包含控制字符');
    const { pattern } = field;
    return pattern ? text.refine((value) => value === '' || pattern.regex.test(value), pattern.words) : text;
  },
  print: (value, { choices }) => (choices && Object.hasOwn(choices, value) ? (choices[value] ?? value) : value),
  parse: (typed, { choices = {} }) => {
    const text = typed.trim();
    return Object.entries(choices).find(([, words]) => words === text)?.[0] ?? text;
  },
};

/** Several lines of text: remarks, introductions, reasons. */
export const proseKind: Kind<string> = {
  name: 'prose',
  filter: 'contains',
  listed: 'texts',
  schema: (z, field) =>
    z
      .string()
      .trim()
      .min(field.required === true ? Math.max(field.least ?? 1, 1) : 0)
      .max(field.most ?? limits.remark)
      .refine((value) => !hasControl(value.replace(/[\n\r\t]/g, '')), '不能包含控制字符'),
  print: (value) => value,
  parse: (text) => text.trim(),
};

/** A pasted list of codes or numbers, one a line: at most `limits.pastedEntries`, blank ones and repeats left out (specification §5). */
export const textsKind: Kind<string[]> = {
  name: 'texts',
  many: true,
  filter: 'any',
  listed: 'texts',
  schema: (z, field) =>
    z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(field.each?.most ?? limits.name)
          .refine((value) => !hasControl(value), '不能包含控制字符')
          .refine((value) => field.each?.says(value) ?? true, field.each?.words ?? ''),
      )
      .max(field.most ?? limits.pastedEntries, tooManyEntries(field.most)),
  filterSchema: (z) => z.string().trim().min(1).max(limits.name),
  print: (value, { each }) => (each ? value.map(each.told).join(each.between) : value.join('、')),
  parse: (typed) => [...new Set(typed.split('\n').flatMap((line) => line.trim() || []))],
};

export const text = factory(textKind);

/** A text of which some values have words of their own, which are offered while it is typed. */
export const offering = (field: Field<string>, choices: Choices): Field<string> => ({ ...field, choices });
export const texts = factory(textsKind);
export const prose = factory(proseKind);

// PostgreSQL cannot store NUL, and no other control character belongs into a name.
function hasControl(value: string): boolean {
  for (const character of value) {
    const code = character.charCodeAt(0);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
