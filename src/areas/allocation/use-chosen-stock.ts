import { useSearchParams } from 'react-router-dom';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRead } from '#src/engine/use-read.ts';

interface ChosenStock {
  readonly loading: boolean;
  /** What a new allot of these rows begins with; undefined where the address names none. */
  readonly given: Values | undefined;
}

/** The rows of the stock list that somebody chose to be moved (`?stock=1,2`): their warehouse, and a line for each with all that is free of it. */
export function useChosenStock(when: boolean): ChosenStock {
  const ids = (useSearchParams()[0].get('stock') ?? '').split(',').flatMap((text) => {
    const id = Number(text);
    return Number.isSafeInteger(id) && id > 0 ? [id] : [];
  });
  const asks = when && ids.length > 0;
  const read = useRead(stock, callsOf(stock).list, {
    input: { ids: ids.slice(0, limits.pageSizeMost), page_size: limits.pageSizeMost },
    when: asks,
  });
  if (!asks) return { loading: false, given: undefined };
  const rows = (read.value?.list ?? []) as unknown as Row[];
  const [first] = rows;
  // One allot leaves one warehouse: rows of others are another allot.
  const own = rows.filter((row) => row.warehouse_id === first?.warehouse_id && Number(row.qty_available) > 0);
  return {
    loading: read.loading,
    given: first && {
      out_warehouse_id: first.warehouse_id,
      [titleKey('out_warehouse_id')]: first[titleKey('warehouse_id')],
      lines: own.map(lineOf),
    },
  };
}

const lineOf = (row: Row): Values => ({
  sku_id: row.sku_id,
  [titleKey('sku_id')]: row[titleKey('sku_id')],
  sku_id__hint: row.sku_name,
  imperfect_type: row.imperfect_type,
  qty: row.qty_available,
});
