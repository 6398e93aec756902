import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';

/** A downloaded stocktake without zones and goods: sheet 1, first round; a test names what matters to it. */
export function sheetDownload(given: Partial<SheetDownload> = {}): SheetDownload {
  return {
    id: 1,
    stocktaking_no: 'PD1',
    warehouse_id: 1,
    warehouse_name: '一号仓',
    status: 2,
    round: 1,
    blind: false,
    zones: [],
    goods: [],
    recount: [],
    next_seq: 1,
    server_time: '',
    ...given,
  };
}
