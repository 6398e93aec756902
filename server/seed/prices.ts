import { sql } from 'kysely';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/**
 * What the demo company sells its goods at (domain.md §13.6): every piece at 2 to 5 tenths of its tag from the day its style came
 * online, and one style of eight for three days more at a fifth less. One insert for all of them.
 */
export async function seedPrices({ tx, now }: SeedStep): Promise<void> {
  const chance = new Chance(20_260_304);
  const { rows: styles } = await sql<Style>`
    select id, tag_price, online_time from spu order by spu_no`.execute(tx);
  const prices = styles.flatMap(({ id, tag_price, online_time }) => {
    const price = toYuan((tag_price * chance.between(20, 50)) / 100);
    const lasting = { spu_id: id, price_type: 1, price, effective_at: online_time, expire_at: null };
    const special = { spu_id: id, price_type: 3, price: toYuan(price * 0.8), ...specialDays(now) };
    return chance.often(1 / 8) ? [lasting, special] : [lasting];
  });
  await sql`
    insert into sale_price (sku_id, scope_type, scope_value, price_type, price, effective_at, expire_at, created_by, updated_by, created_at, updated_at)
    select k.id, 1, '0', p.price_type, p.price, p.effective_at, p.expire_at, 1, 1, p.effective_at, p.effective_at
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p (spu_id bigint, price_type smallint, price bigint, effective_at timestamptz, expire_at timestamptz)
    join sku k on k.spu_id = p.spu_id order by k.sku_no, p.price_type`.execute(tx);
}

interface Style {
  id: number;
  /** In fen. */
  tag_price: number;
  online_time: string;
}

const day = 86_400_000;
const specialDays = (now: Date) => ({
  effective_at: new Date(now.getTime() - 2 * day).toISOString(),
  expire_at: new Date(now.getTime() + 3 * day).toISOString(),
});

const toYuan = (fen: number): number => Math.max(1, Math.round(fen / 100)) * 100;
