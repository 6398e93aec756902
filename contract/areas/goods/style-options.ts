import { query } from '../../kit/call.ts';
import type { Option } from '../../kit/calls.ts';
import type { PropertyKey } from './category-property.ts';

/** What a form of a style offers; `spu` is the style itself where one is named. */
export interface StyleOptions {
  categories: Option[];
  brands: Option[];
  units: Option[];
  size_types: Option[];
  /** Attributes that the category asks for: of the style's, or of the one that is named. */
  attribute_keys: PropertyKey[];
  spu: Record<string, unknown> | null;
}

/** What a form of a piece offers: colours, and the sizes of the style's group; `sku` is the piece itself where one is named. */
export interface PieceOptions {
  spu: Record<string, unknown>;
  colors: Option[];
  sizes: { id: number; name: string }[];
  sku: Record<string, unknown> | null;
}

/** The sizes of a style and its table of measures. */
export interface StyleSizes {
  size_type: { id: number; name: string } | null;
  sizes: { id: number; name: string }[];
  parts: string[];
  rows: { size_id: number; part: string; value_mm: number }[];
}

const erp = { service: 'erp' } as const;

/** What forms of goods are filled in from, in one round trip, for callers that do not know our lists (api.csv). */
export const styleOptionCalls = {
  style: query<{ id?: number; category_id?: number }, StyleOptions>({
    ...erp,
    path: '/v1/spu/addSpuView',
    access: 'spu:view',
  }),
  piece: query<{ spu_id: number; id?: number }, PieceOptions>({
    ...erp,
    path: '/v1/goods/addView',
    access: 'goods:view',
  }),
  sizes: query<{ spu_id: number }, StyleSizes>({ ...erp, path: '/v1/spu/size', access: 'login' }),
};
