import { query } from '../../kit/call.ts';

/** One colour and size of a style. */
export interface GridCell {
  sku_id: number;
  sku_no: string;
  name: string;
  color_id: number;
  size_id: number;
  /** Goods that are switched off can be looked at and not be asked for. */
  enabled: boolean;
}

/** A style as people order it: its colours down, its sizes across, each in the order they are hung. */
export interface StyleGrid {
  spu_id: number;
  spu_no: string;
  style_no: string;
  name: string;
  colors: { id: number; name: string }[];
  sizes: { id: number; name: string }[];
  cells: GridCell[];
}

/**
 * Styles in their colours and sizes: those that are named, and those that these goods are of. Of what the caller does not see
 * nothing is answered.
 */
export const styleGridCall = query<{ spu_ids?: number[]; sku_ids?: number[] }, { list: StyleGrid[] }>({
  service: 'erp',
  path: '/v1/goods/styleGrid',
  access: 'login',
});
