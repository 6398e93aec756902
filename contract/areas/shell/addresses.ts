import type { Access } from '../../kit/call.ts';
import type { AnyDefinition } from '../../kit/definition.ts';
import { sku } from '../goods/sku.ts';
import { spu } from '../goods/spu.ts';
import { stock } from '../warehouse/stock.ts';
import { stockAdjustment } from '../warehouse/stock-adjustment.ts';
import { stocktaking } from '../warehouse/stocktaking.ts';

/** Which record an address shall show. */
export interface Addressed {
  readonly id: number;
  /** Its number; for a barcode that of the goods. */
  readonly no: string;
}

/** Where the records of a definition are looked at. */
interface Place {
  readonly list: `/${string}`;
  readonly record: (of: Addressed) => `/${string}`;
  /** The key of the screen where it is not that of the record itself. */
  readonly access?: Access | undefined;
}

/**
 * Addresses of lists and records by the name of their definition: the one place that search, dashboard and links between
 * documents read. What has no screen of its own is shown where people look for it.
 */
const places: Readonly<Record<string, Place>> = {
  [spu.name]: { list: '/shops/addShop', record: ({ no }) => `/shops/addShop?keyword=${encodeURIComponent(no)}` },
  [sku.name]: {
    list: '/storage/stockList',
    record: ({ id }) => `/storage/stockList?sku_id=${id}`,
    access: stock.calls.list?.[1],
  },
  [stock.name]: { list: '/storage/stockList', record: () => '/storage/stockList' },
  [stockAdjustment.name]: {
    list: '/storage/stockAdjustmentList',
    record: ({ id }) => `/storage/stockAdjustmentDet?id=${id}`,
  },
  [stocktaking.name]: { list: '/storage/stocktakingList', record: ({ id }) => `/storage/stocktakingDetal?id=${id}` },
};

/** Where a record is looked at; undefined for what has no screen yet. */
export function recordAddress(definition: { readonly name: string }, of: Addressed): `/${string}` | undefined {
  return places[definition.name]?.record(of);
}

/** Where the records of a definition are listed, with these filters as an address carries them. */
export function listAddress(
  definition: { readonly name: string },
  filters: Readonly<Record<string, string | number>> = {},
): `/${string}` | undefined {
  const place = places[definition.name];
  const asked = Object.entries(filters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return place && `${place.list}${asked && '?'}${asked}`;
}

/** The key without which neither a record nor its screen may be seen. */
export function accessesOf(definition: AnyDefinition): readonly (Access | undefined)[] {
  const { calls, name } = definition;
  const own = (calls.detail ?? calls.list)?.[1];
  const place = places[name];
  return place?.access ? [own, place.access] : [own];
}
