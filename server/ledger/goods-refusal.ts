import { type Kysely, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { tableOf } from '#contract/kit/definition.ts';
import { Refusal, type RefusalKind } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';

/** What stands in for goods that the person who is refused may not see. */
const unnamed = '单据中的部分货品';

/** A refusal because of some goods, which it names. The ledger knows nobody, so who is told decides what may be named: `toldTo`. */
export class GoodsRefusal extends Refusal {
  readonly skuId: number;
  readonly #words: (goods: string) => string;

  constructor(
    kind: RefusalKind,
    goods: { skuId: number; skuNo: string },
    words: (goods: string) => string,
    field?: string,
  ) {
    super(kind, words(goods.skuNo), field);
    this.skuId = goods.skuId;
    this.#words = words;
  }

  /** The same without the name of the goods. */
  nameless(): Refusal {
    return new Refusal(this.kind, this.#words(unnamed), this.field);
  }
}

/** An error as this person may be told it: goods outside their data scope are not named. Every other error as it is. */
export async function toldTo(actor: Actor, db: Kysely<unknown>, error: unknown): Promise<unknown> {
  if (!(error instanceof GoodsRefusal) || actor.scope === 'everything') return error;
  const { rows } = await sql`
    select 1 from ${sql.table(tableOf(sku))} as r where r.id = ${error.skuId} and ${isVisible(sku, actor, 'r')}`.execute(
    db,
  );
  return rows.length > 0 ? error : error.nameless();
}
