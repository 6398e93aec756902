import { event } from '../../kit/event.ts';

/** Good pieces for one receiver, as another document asks for them. */
export interface WantedAllot {
  in_warehouse_id: number;
  lines: {
    sku_id: number;
    qty: number;
    /** The line that asks for them. */
    source_line_id: number;
  }[];
}

/**
 * A document wants goods of one warehouse to go to others: an allot for each receiver is made at once, in 待审核 with its goods locked, all
 * of them or none. Who asks finds them by their source.
 */
export const allotsWanted = event<{
  /** Name of the definition of the document that asks, its id and its number. */
  source_type: string;
  source_id: number;
  source_no: string;
  /** allot_source of domain.md §2. */
  source: number;
  allot_type: number;
  out_warehouse_id: number;
  expect_date: string | null;
  /** One for each receiver. */
  allots: WantedAllot[];
}>('allotsWanted');
