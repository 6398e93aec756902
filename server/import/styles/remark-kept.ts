import type { Remark } from '../remark.ts';
import { pathOf } from './category-paths.ts';
import type { Directories } from './load-directories.ts';
import type { Master } from './masters.ts';
import { columnOf } from './style-cells.ts';
import type { StyleDraft } from './style-draft.ts';

/** Of styles that are there the file changes prices and names alone: what else it says otherwise is kept and told. */
export function remarkKept(
  styles: readonly StyleDraft[],
  { directories, remarks }: { directories: Directories; remarks: Remark[] },
): void {
  for (const style of styles) {
    const { there } = style;
    if (!there) continue;
    const { categories, units, brands } = directories;
    const brand = style.rows.find((row) => row.brand && row.brand.id !== there.brandId)?.brand;
    const category = categories.of(there.categoryId);
    const unit = units.of(there.unitId);
    const kept = [
      { key: 'brand', is: brands.of(there.brandId).name, says: brand?.name },
      { key: 'category', is: category.name, says: other(category, style.master('category')) },
      { key: 'unit', is: unit.name, says: other(unit, style.master('unit')) },
      { key: 'season', is: there.season, says: style.word('season') },
      { key: 'sex', is: there.sex, says: style.word('sex') },
    ] as const;
    for (const { key, is, says } of kept)
      if (says !== undefined && says !== is)
        remarks.push({
          row: style.rows[0]?.from.row,
          code: there.styleNo,
          kind: 'kept',
          detail: {
            en: `its ${key} is ${is ?? 'none'} and stays; the file says ${says}`,
            zh: `${columnOf(key).label}是“${is ?? '无'}”，保留；文件为“${says}”`,
          },
        });
  }
}

const other = (is: Master, said: Master | undefined): string | undefined =>
  said === undefined || said === is ? undefined : pathOf(said);
