import { factory, type Kind } from '../field.ts';
import { textKind } from './text.ts';

/** A mobile number of this country (domain.md §11). */
export const mobilePattern = { regex: /^1\d{10}$/, words: '请输入 11 位手机号' } as const;

/**
 * The mobile number of a person. Whole on the record itself; lists and the files made of them show a part, 138****0001
 * (domain.md §12.1), which the storage cuts: what a list does not show does not leave the server.
 */
export const mobileKind: Kind<string> = {
  ...textKind,
  name: 'mobile',
  schema: (z, field) => textKind.schema(z, { ...field, pattern: field.pattern ?? mobilePattern }),
  parse: digitsOf,
  tidy: digitsOf,
};

export const mobile = factory(mobileKind);

/** What of a number is typed or pasted in groups, or behind the number of the country, is the number. */
function digitsOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/^\s*(?:\+|00)86/, '')
    .replace(/\D/g, '');
}
