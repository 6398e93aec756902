import type { AnyDefinition } from '../definition.ts';
import type { AlwaysField, Field, FieldOptions, Kind } from '../field.ts';

/**
 * The code of an area of the country (GB/T 2260): province, city or district, six digits. It stands for itself, so that a record
 * keeps it whatever becomes of the list of areas; a list answers the area's names beside it, as `<field>__title`. Asked
 * for as a filter, an area means itself and all within it.
 */
export const areaCodeKind: Kind<string> = {
  name: 'areaCode',
  filter: 'any',
  schema: (z) => z.string().refine(isAreaCode, '请选择地区'),
  print: (code) => code,
  parse: (typed) => (isAreaCode(typed.trim()) ? typed.trim() : undefined),
};

const isAreaCode = (code: string): boolean => /^[1-9]\d{5}$/.test(code);

/**
 * The beginning that the codes of all areas within an area have in common, its own among them: 33 of a province, 3301 of a
 * city; a district has none within it.
 */
export const areaPrefix = (code: string): string => code.replace(/(?:00){1,2}$/, '');

type Placed<O> = O extends { required: true } ? AlwaysField<string> : Field<string>;

/** A field of this kind; `target` is the list of areas, in which the code is looked up under `code`. */
export function areaCodeOf<const O extends FieldOptions = FieldOptions>(
  target: () => AnyDefinition,
  label: string,
  options?: O,
): Placed<O> {
  return {
    kind: areaCodeKind,
    label,
    target,
    by: 'code',
    always: options?.required === true,
    ...options,
  } as Placed<O>;
}
