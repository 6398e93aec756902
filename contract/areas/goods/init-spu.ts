import { command } from '../../kit/call.ts';

/** One piece that a style shall have. */
export interface PieceCell {
  color_value_id: number;
  size_id: number;
  /** Its main barcode, of GS1 where it looks like one; one of our own range unless given. */
  barcode?: string;
}

/** What a style is initialised with: its pieces are those named in `cells`, or every size of its run in each of `colors`. */
export interface InitItem {
  spu_id: number;
  size_type_id?: number;
  colors?: number[];
  cells?: PieceCell[];
  /** Fen. */
  tag_price?: number;
  is_code_managed?: boolean;
  is_expire_managed?: boolean;
}

/** Styles that one call initialises, and pieces that it makes at most: 40 colours in 20 sizes, several times. */
export const mostInitialised = 100;
export const mostPiecesMade = 2000;

/**
 * Makes the pieces of styles and takes those into use that were not yet (domain.md §4.1, api.csv initSpu). A style in use gets the
 * pieces that it lacks and keeps everything else. Each style by itself: one that is refused leaves no trace beside the others.
 */
export const initSpuCall = command<
  { items: InitItem[] },
  { ok_count: number; sku_count: number; errors: { spu_id: number; error: string }[] }
>({ service: 'erp', path: '/v1/spu/initSpu', access: 'spu:initSpu', timeout: 'export' });
