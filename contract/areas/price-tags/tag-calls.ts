import { command, query } from '../../kit/call.ts';
import type { TagField } from './tag-enums.ts';

/** What stands on the tag of a piece of goods, by the names of `tagFields`; empty where there is nothing to say. */
export type TagValues = Record<TagField, string>;

/** Goods as they would be on a tag now, and when such a tag was printed last at the same price in the same shop. */
export interface TagPage {
  sku_id: number;
  sku_no: string;
  name: string;
  values: TagValues;
  /** ISO time; null where none has been. */
  printed_at: string | null;
}

/** Goods of one print, each as often as told. */
export interface TagItem {
  sku_id: number;
  copies: number;
}

/** Goods whose price in a shop has become another one today. Money in fen. */
export interface ChangedPrice {
  sku_id: number;
  sku_no: string;
  name: string;
  old_price: number;
  new_price: number;
}

/** A hang tag of a job: of goods in so many copies, or of one unique code. */
export type HangTag = TagPage & { copies: number; line_id: number; code_id: number | null };

/** What the tag on the reader said after it was written for a code. */
export interface WrittenTag {
  code_id: number;
  epc: string;
}

const erp = { service: 'erp' } as const;

export const tagCalls = {
  /** At the prices of the shop, else those that hold everywhere. */
  preview: query<{ sku_ids: number[]; shop_id?: number | undefined }, { pages: TagPage[] }>({
    ...erp,
    path: '/v1/tag/preview',
    access: 'tag:view',
  }),
  /** Registers a print and answers what goes on paper; `is_again_print` where a tag of these has been printed at this price before. */
  print: command<
    { template_id: number; shop_id: number; items: TagItem[] },
    { pages: (TagPage & { copies: number })[]; is_again_print: boolean }
  >({ ...erp, path: '/v1/tag/print', access: 'tag:print' }),
  /** What a shop has to label anew: goods of its range whose price there changed today. */
  changed: query<{ shop_id: number }, { list: ChangedPrice[] }>({
    ...erp,
    path: '/v1/tag/changed',
    access: 'tag:print',
  }),
  /** What a document has to make hang tags for: its goods, each with as many as have none yet. */
  jobSource: query<
    { source_type: number; source_no: string; write_epc?: boolean | undefined },
    { list: { sku_id: number; qty: number }[] }
  >({ ...erp, path: '/v1/tag/jobSource', access: 'tag:jobAdd' }),
  /**
   * Answers what of a job goes on paper next, at most `tagLimits.tags`, and registers it: what has not been printed, of the lines or codes named.
   * `again` prints what was printed before once more. With `printed` nothing goes on paper: those tags have been written and read back.
   */
  jobPrint: command<
    {
      id: number;
      line_ids?: number[] | undefined;
      code_ids?: number[] | undefined;
      again?: boolean | undefined;
      printed?: WrittenTag[] | undefined;
    },
    { pages: HangTag[]; is_again_print: boolean; left: number }
  >({ ...erp, path: '/v1/tag/jobPrint', access: 'tag:print' }),
};
