import { SheetError } from '#server/sheets/sheet-error.ts';

/** See `catalogueLimits`. */
export interface CatalogueLimits {
  /** Pieces of goods, and codes that are none. */
  readonly goods: number;
  /** Different spellings, names and months of all goods, and different lines of one invoice. */
  readonly words: number;
  /** Bad rows that are told one by one; of the others how many there are. */
  readonly bad: number;
}

/** How much of one sheet is held in memory: what is told of it is compared across all of its rows. */
export const catalogueLimits: CatalogueLimits = {
  goods: 200_000,
  words: 1_000_000,
  bad: 50_000,
};

/** Throws a SheetError when a sheet says more than is held. */
export function refuseBeyond(
  limits: CatalogueLimits,
  { goods, words }: Pick<CatalogueLimits, 'goods' | 'words'>,
): void {
  const most = (count: number): string => count.toLocaleString('en');
  if (goods > limits.goods)
    throw new SheetError({
      en: `more than ${most(limits.goods)} pieces of goods in one file: split it`,
      zh: `一个文件最多 ${most(limits.goods)} 种货品，请拆分后导入`,
    });
  if (words > limits.words)
    throw new SheetError({
      en: `more than ${most(limits.words)} different names, months and lines of an invoice in one file: split it`,
      zh: `一个文件中不同的名称、月份和单内明细最多 ${most(limits.words)} 项，请拆分后导入`,
    });
}
