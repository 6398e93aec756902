import { sql } from 'kysely';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Freeze } from '#server/ledger/policies.ts';

/** A sheet that was started with a freeze holds the goods it counts until it ends (domain.md §4.13); only itself posts them. */
export const sheetFreeze: Freeze = {
  frozen: (asking) => {
    const own = asking?.docType === stocktaking.name ? asking.docId : null;
    // Asked once: most of the time nothing is frozen anywhere.
    return sql`exists (select 1 from stock_freeze) and exists (
        select 1 from stock_freeze f where f.warehouse_id = b.warehouse_id and f.stocktaking_id is distinct from ${own} and is_counted(f.stocktaking_id, s.id)
      )`;
  },
  words: (goods) => `${goods} 正在盘点，库存已冻结`,
};
