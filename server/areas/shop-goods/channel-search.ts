import { sql } from 'kysely';
import { z } from 'zod';
import { saleChannelType } from '#contract/areas/enums.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { channelSearch, type SaleChannel } from '#contract/areas/shop-goods/channel-search.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readOptions } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

type Kind = SaleChannel['type'];
const kinds = Object.keys(saleChannelType) as [Kind, ...Kind[]];

/** Where goods are sold, found by kind and words. */
export function serveChannelSearch({ registry }: Pick<Kit, 'registry'>): void {
  registry.read(
    channelSearch,
    z.strictObject({
      sale_channel_type: z.enum(kinds).optional(),
      keyword: z.string().trim().max(limits.name).optional(),
    }) as never,
    async (context, { sale_channel_type: kind, keyword = '' }) => ({
      list: [
        ...(kind === undefined || kind === 'shop' ? await shopsOf(context, keyword) : []),
        ...(kind === 'shop' ? [] : await channelsOf(context, { kind, keyword })),
      ],
    }),
  );
}

async function shopsOf({ db, actor }: ReadContext, keyword: string): Promise<SaleChannel[]> {
  const asked = { ...(keyword === '' ? {} : { keyword }), page_size: limits.pageSizeMost };
  const { list } = await readOptions(db, shop, { actor, asked });
  return list.map(({ title, hint }) => ({ type: 'shop', value: hint, name: title }));
}

/** Every kind as a whole, and those of it that goods were pushed to. */
async function channelsOf(
  { db }: ReadContext,
  { kind, keyword }: { kind: Kind | undefined; keyword: string },
): Promise<SaleChannel[]> {
  const wholes = kinds
    .filter((one) => one !== 'shop' && (kind === undefined || one === kind))
    .map((type): SaleChannel => ({ type, value: null, name: saleChannelType[type] }));
  const { rows } = await sql<{ type: Kind; value: string }>`
    select distinct p.sale_channel_type as type, v.value from goods_push p cross join unnest(p.sale_channel_values) as v (value)
    where p.sale_channel_type <> 'shop' and (${kind ?? null}::text is null or p.sale_channel_type = ${kind ?? null}) order by 1, 2 limit ${limits.pageSizeMost}`.execute(
    db,
  );
  return [...wholes, ...rows.map(({ type, value }) => ({ type, value, name: value }))].filter(({ name }) =>
    name.toLowerCase().includes(keyword.toLowerCase()),
  );
}
