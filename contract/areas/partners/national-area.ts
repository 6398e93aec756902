import { entity } from '../../kit/definition.ts';
import type { FieldOptions } from '../../kit/field.ts';
import { areaCodeOf } from '../../kit/kinds/area-code.ts';
import { integer } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';

/**
 * An area of the country: province (level 1), city (2) or district (3), by its code of GB/T 2260 (domain.md §3.4). Migrations bring
 * them, and those of a later edition; nobody writes them here. An area that the country has given up stays, for
 * the records that name it. `full_name` is the names from the province down, which is what a record shows.
 */
export const area = entity('area', {
  label: '地区',
  group: '/v1/data',
  title: 'full_name',
  fields: {
    code: text('地区编码', { required: true, unique: true, most: 6 }),
    parent_code: text('上级编码', { most: 6 }),
    name: text('地区名称', { required: true }),
    level: integer('级别', { required: true, least: 1, most: 3 }),
    full_name: text('地区全称', { required: true, derived: true, most: 100 }),
  },
  calls: {},
  list: { columns: ['code', 'name', 'level'], filters: ['parent_code'], search: ['full_name'], sort: ['code'] },
});

/** A field that holds the code of an area. */
export const areaCode = <const O extends FieldOptions = FieldOptions>(label: string, options?: O) =>
  areaCodeOf(() => area, label, options);
