import type { Field, Fields } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import type { Values } from '../row.ts';

/** Is it a record of which the house keeps one as the default? */
export const hasDefault = ({ target }: Field): boolean => target?.().list.offers?.includes('is_default') ?? false;

/** Does a step ask for any such? */
export const haveDefaults = (asks: Fields): boolean => Object.values(asks).some(hasDefault);

/** Of what was found by the names of fields, with what stands beside each, that of fields in which nothing stands. */
export const unanswered = (found: Readonly<Record<string, Values>>, input: Values): Values =>
  Object.assign({}, ...Object.entries(found).flatMap(([name, values]) => (isGiven(input[name]) ? [] : [values])));
