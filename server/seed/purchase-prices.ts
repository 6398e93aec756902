import { sql } from 'kysely';
import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { daysAfter, openBuyingOffice, todayOf } from './buying-office.ts';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

type Until = 'draft' | 'department' | 'finance' | 'in_force' | 'rejected' | 'cancelled';

interface Bought {
  readonly contract_id: number;
  readonly supplier_id: number;
  readonly purchaser_id: number;
  readonly tax_rate_bp: number;
  /** Styles of its brands with pieces, the newest last. */
  readonly styles: readonly { readonly tag_price: number; readonly sku_ids: readonly number[] }[];
}

interface Sheet {
  readonly of: Bought;
  readonly kind: number;
  readonly styles: Bought['styles'];
  readonly written: string;
  readonly effective: string;
  readonly until: Until;
}

/**
 * Twenty purchase price sheets in every state (domain.md §13.7): what each supplier's goods are bought at, at 0.8 to 2 tenths of the
 * tag (§13.6), changes of some, one for days to come; two styles of each supplier are not priced yet.
 */
export async function seedPurchasePrices(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_312);
  const office = await openBuyingOffice(step, chance);
  for (const sheet of sheetsOf(await boughtFrom(step), todayOf(step))) {
    const { make, buyer, buyMgr, finMgr } = office;
    const { of, kind, written, until } = sheet;
    const { id } = await make(callsOf(purchasePriceSheet).add, buyer, [written, 9], {
      kind,
      supplier_id: of.supplier_id,
      contract_id: of.contract_id,
      purchaser_id: of.purchaser_id,
      effective_date: sheet.effective,
      ...(kind === kindOf.change ? { reason: chance.one(['面料涨价', '年度议价', '换季调价']) } : {}),
      lines: sheet.styles.flatMap(({ tag_price, sku_ids }) => {
        const share = kind === kindOf.change ? chance.between(8, 12) : chance.between(12, 20);
        const new_price = Math.max(100, Math.round((tag_price * share) / 100));
        return sku_ids.map((sku_id) => ({ sku_id, new_price, tax_rate_bp: of.tax_rate_bp }));
      }) as never,
    });
    const take = (name: string, by: typeof buyer, hour: number, input: object = {}) =>
      make(transitionCall(purchasePriceSheet, name), by, [written, hour], { id, ...input });
    if (until === 'draft') continue;
    if (until === 'cancelled') {
      await take('cancel', buyer, 10, { reason: '报价有误，重新询价' });
      continue;
    }
    await take('submit', buyer, 10);
    if (until === 'department') continue;
    if (until === 'rejected') {
      await take('departmentReject', buyMgr, 14, { remark: '与竞价表不一致，请附三家报价' });
      continue;
    }
    await take('departmentAudit', buyMgr, 14);
    if (until === 'in_force') await take('financeAudit', finMgr, 16);
  }
}

function sheetsOf(bought: readonly Bought[], today: string): Sheet[] {
  // Behind the first day of the contracts, and far enough back that a change lies between.
  const sinceNewYear = Math.round((Date.parse(today) - Date.parse(`${today.slice(0, 4)}-01-01`)) / 86_400_000);
  const first = Math.min(80, Math.max(2, sinceNewYear - 2));
  const middle = Math.max(1, Math.floor(first / 2));
  const priced = (of: Bought) => of.styles.slice(0, -2);
  const fresh = (of: Bought) => of.styles.slice(-2);
  const at = (of: Bought | undefined, sheet: Omit<Sheet, 'of'>): Sheet[] => (of ? [{ of, ...sheet }] : []);
  const [one, two, three, four, five, six, seven] = bought;
  const begun = (daysAgo: number) => ({ written: daysAfter(today, -daysAgo), effective: daysAfter(today, -daysAgo) });
  const ahead = { written: daysAfter(today, -1), effective: daysAfter(today, 10) };
  const change = { kind: kindOf.change, until: 'in_force' } as const;
  return [
    ...bought.flatMap((of) => at(of, { kind: kindOf.fresh, styles: priced(of), ...begun(first), until: 'in_force' })),
    ...[one, two, three, four].flatMap((of) =>
      at(of, { ...change, styles: of ? priced(of).slice(0, 3) : [], ...begun(middle) }),
    ),
    ...at(five, { ...change, styles: five ? priced(five).slice(0, 2) : [], ...ahead }),
    ...at(two, { kind: kindOf.fresh, styles: two ? fresh(two) : [], ...ahead, until: 'draft' }),
    ...at(three, { kind: kindOf.fresh, styles: three ? fresh(three) : [], ...ahead, until: 'department' }),
    ...at(four, { kind: kindOf.fresh, styles: four ? fresh(four) : [], ...ahead, until: 'finance' }),
    ...at(six, { kind: kindOf.fresh, styles: six ? fresh(six) : [], ...ahead, until: 'rejected' }),
    ...at(seven, { kind: kindOf.fresh, styles: seven ? fresh(seven) : [], ...ahead, until: 'cancelled' }),
  ];
}

/** Each supplier with a contract in force, and the goods of its brands. */
async function boughtFrom({ tx }: SeedStep): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    select c.id as contract_id, c.supplier_id, c.purchaser_id, c.tax_rate_bp, (
      select coalesce(jsonb_agg(jsonb_build_object('tag_price', s.tag_price, 'sku_ids', s.sku_ids) order by s.spu_no), '[]') from (
        select p.spu_no, p.tag_price, array_agg(k.id order by k.id) as sku_ids from spu p join sku k on k.spu_id = p.id
        where p.status = 1 and p.brand_id = any(c.brand_ids) group by p.id) s) as styles
    from contract c where c.status = 4 and c.type <> 5 order by c.supplier_id`.execute(tx);
  return rows;
}
