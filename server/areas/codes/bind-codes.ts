import { sql } from 'kysely';
import type { Binding, Bound } from '#contract/areas/codes/code-calls.ts';
import { codeSource, codeStatus } from '#contract/areas/codes/code-enums.ts';
import { barcodeOf, decodeEpc, keyOfEpc, plainEpc } from '#contract/areas/codes/epc.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { plainBarcode } from '#contract/kit/barcode-spellings.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { inSavepoint } from '#server/database/transaction.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { lockOrdersOf, moveCodes, statusWords } from '#server/ledger/codes.ts';
import { enrolCodes } from '#server/ledger/enrol-codes.ts';
import type { Source } from '#server/ledger/posting.ts';
import { codeOf as errorCodeOf } from '#server/platform/startup-error.ts';

/** What stands behind one binding. */
interface Found {
  place: number;
  code_id: number | null;
  status: number | null;
  sku_id: number | null;
  sku_no: string | null;
  source_type: number | null;
  warehouse_id: number | null;
  imperfect_type: number | null;
  bound_to: string | null;
  goods_of_tag: number | null;
}

interface Good {
  readonly codeId: number;
  readonly epc: string;
  readonly found: Found;
}

/**
 * Binds tags to codes, each by itself: what is wrong is left out and told by its place. A tag says one living code; where its number is a GTIN of ours, the
 * code is of those goods. Codes for stock that is there already come in with their binding. Of two who bind one tag at once one has it.
 */
export async function bindCodes(
  kit: Pick<Kit, 'policies'>,
  context: WriteContext,
  { items, source }: { items: readonly Binding[]; source?: Source },
): Promise<Bound> {
  const judge = async (): Promise<Bound> => {
    const { good, errors } = await judged(context, items);
    await inSavepoint(context.db, () => write(kit, context, { good, source }));
    return { ok_count: good.length, errors };
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await judge();
    } catch (error) {
      // Somebody else was first with one of the tags, and is seen now.
      if (tries > 3 || errorCodeOf(error) !== '23505') throw error;
    }
  }
}

async function judged(
  context: WriteContext,
  items: readonly Binding[],
): Promise<{ good: Good[]; errors: Bound['errors'] }> {
  const tags = items.map(({ epc }) => plainEpc(epc));
  const found = await findAll(context, items, tags);
  const firstOf = { code: new Map<string, number>(), tag: new Map<string, number>() };
  const good: Good[] = [];
  const errors: Bound['errors'] = [];
  for (const [place, item] of items.entries()) {
    const epc = tags[place];
    const row = found.get(place);
    const before = { code: firstOf.code.get(item.unique_code), tag: epc ? firstOf.tag.get(epc) : undefined };
    const error = row ? wrongWith(item, epc, row) : '唯一码不存在';
    const twice = before.code ?? before.tag;
    if (error === undefined && twice === undefined && row?.code_id && epc) {
      firstOf.code.set(item.unique_code, place);
      firstOf.tag.set(epc, place);
      good.push({ codeId: row.code_id, epc, found: row });
    } else errors.push({ place, unique_code: item.unique_code, error: error ?? `与第 ${(twice ?? 0) + 1} 行重复` });
  }
  return { good, errors };
}

function wrongWith(item: Binding, epc: string | undefined, row: Found): string | undefined {
  if (row.code_id === null) return '唯一码不存在';
  if (!epc) return 'EPC 应为 24 或 52 位十六进制';
  if (row.status !== codeStatus.issued) return `唯一码当前为“${statusWords(row.status ?? 0)}”，不能绑定`;
  if (item.sku_id !== undefined && item.sku_id !== row.sku_id) return `唯一码的货品是 ${row.sku_no}，与所填货品不符`;
  if (row.bound_to !== null) return `EPC 已绑定唯一码 ${row.bound_to}`;
  if (row.goods_of_tag !== null && row.goods_of_tag !== row.sku_id) return `EPC 中的商品条码不是 ${row.sku_no} 的`;
  return undefined;
}

async function findAll(
  { db, actor }: WriteContext,
  items: readonly Binding[],
  tags: readonly (string | undefined)[],
): Promise<Map<number, Found>> {
  const gtins = tags.map((epc) => {
    const decoded = epc ? decodeEpc(epc) : undefined;
    return decoded && decoded.scheme !== 'sscc-96' ? keyOfEpc(decoded) : null;
  });
  const { rows } = await sql<Found>`
    select i.place::int - 1 as place, r.id as code_id, r.status, r.sku_id, k.sku_no, o.source_type, r.warehouse_id, r.imperfect_type, other.unique_code as bound_to,
      (select b.sku_id from sku_barcode b where b.barcode in (i.gtin, i.barcode, i.upc) limit 1) as goods_of_tag
    from ${rowsOf('i', {
      number: ['text', items.map(({ unique_code: number }) => number)],
      epc: ['text', tags.map((epc) => epc ?? null)],
      gtin: ['text', gtins],
      barcode: ['text', gtins.map((gtin) => (gtin === null ? null : barcodeOf(gtin)))],
      upc: ['text', gtins.map((gtin) => (gtin === null ? null : plainBarcode(barcodeOf(gtin))))],
    })} left join unique_code as r on r.unique_code = i.number and ${isVisible(uniqueCode, actor, 'r')}
    left join sku k on k.id = r.sku_id left join code_order o on o.id = r.code_order_id
    left join piece_code other on other.epc = i.epc and other.status <> -1`.execute(db);
  return new Map(rows.map((row) => [row.place, row]));
}

interface Writing {
  readonly good: readonly Good[];
  readonly source: Source | undefined;
}

async function write(kit: Pick<Kit, 'policies'>, context: WriteContext, { good, source }: Writing): Promise<void> {
  const by = { source, happenedAt: context.now.toISOString(), opId: context.opId, adminId: context.actor.id };
  const bind = ({ codeId, epc }: Good) => ({ codeId, epc, step: 'bind' as const });
  const ofStock = ({ found }: Good) => found.source_type === codeSource.stock && found.warehouse_id !== null;
  await lockOrdersOf(context.db, good.map(bind));
  await moveCodes(context.db, { ...by, moves: good.filter((one) => !ofStock(one)).map(bind) });
  const there = good.filter(ofStock);
  const warehouses = [...new Set(there.map(({ found }) => requireField(found, 'warehouse_id')))];
  // In the one order of stock.
  for (const warehouseId of warehouses.toSorted((one, other) => one - other)) {
    const codes = there.filter(({ found }) => found.warehouse_id === warehouseId);
    await enrolCodes(
      { db: context.db, policies: kit.policies },
      {
        ...by,
        warehouseId,
        first: { ...by, moves: codes.map(bind) },
        moves: codes.map(({ codeId, found }) => ({
          codeId,
          step: 'receive',
          warehouseId,
          imperfectType: found.imperfect_type ?? 0,
        })),
      },
    );
  }
}
