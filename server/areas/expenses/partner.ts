import { type RawBuilder, sql } from 'kysely';
import { partnerType } from '#contract/areas/expenses/expense-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';

interface Found {
  readonly name: string;
  readonly fits: boolean;
}

/** What a current expense calls its partner, as the partner is called now. Refuses one that is closed, or a shop that is nobody's but ours. */
export async function nameOfPartner({ db }: Pick<WriteContext, 'db'>, values: Values): Promise<string> {
  const asked = askedOf(values);
  if (asked === undefined) return String(values.other_name ?? '');
  const { rows } = await asked.row.execute(db);
  const [found] = rows;
  if (!found) throw new Refusal('invalid', '往来单位不存在', asked.field);
  if (!found.fits) throw new Refusal('invalid', `“${found.name}”${asked.words}`, asked.field);
  return found.name;
}

interface Asked {
  readonly field: string;
  readonly row: RawBuilder<Found>;
  readonly words: string;
}

function askedOf({ partner_type, supplier_id, logistics_id, shop_id }: Values): Asked | undefined {
  if (partner_type === partnerType.supplier)
    return {
      field: 'supplier_id',
      row: sql<Found>`select name, status = 1 as fits from supplier where id = ${supplier_id}`,
      words: '已停用',
    };
  if (partner_type === partnerType.logistics)
    return {
      field: 'logistics_id',
      row: sql<Found>`select name, status = 1 as fits from logistics where id = ${logistics_id}`,
      words: '已停用',
    };
  if (partner_type === partnerType.franchise)
    return {
      field: 'shop_id',
      row: sql<Found>`select name, type = ${franchise} and status <> 0 as fits from shop where id = ${shop_id}`,
      words: '不是在用的加盟门店',
    };
  return undefined;
}

/** 加盟 of shop_type. */
const franchise = 2;
