import { type Kysely, sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState } from '#contract/areas/contracts/contract-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { stateWords } from '#contract/kit/transition.ts';
import type { Tx } from '#server/database/transaction.ts';

/** What a contract says that documents of other areas go by. Money in fen, rates in basis points. */
export interface ContractTerms {
  readonly id: number;
  readonly contract_no: string;
  readonly status: number;
  readonly type: number;
  readonly supplier_id: number;
  readonly co_model: number;
  readonly purchaser_id: number;
  readonly brand_ids: readonly number[];
  readonly category_ids: readonly number[];
  /** Most that may be ordered and received by it; null without a limit. */
  readonly amount_limit: number | null;
  readonly settle_cycle: number;
  readonly settle_days: number;
  readonly deposit_rate_bp: number | null;
  readonly return_rate_bp: number | null;
  readonly take_rate_bp: number | null;
  readonly rebate_rate_bp: number | null;
  readonly tax_rate_bp: number;
  readonly late_fine_rate_bp: number | null;
  readonly start_date: string;
  readonly end_date: string;
}

const columns = sql`id, contract_no, status, type, supplier_id, co_model, purchaser_id, brand_ids, category_ids, amount_limit, settle_cycle, settle_days,
  deposit_rate_bp, return_rate_bp, take_rate_bp, rebate_rate_bp, tax_rate_bp, late_fine_rate_bp, start_date, end_date`;

/** The terms of a contract, whatever its state; undefined for one that is not there. */
export async function contractTerms(db: Kysely<unknown>, id: number): Promise<ContractTerms | undefined> {
  const { rows } = await sql<ContractTerms>`select ${columns} from contract where id = ${id}`.execute(db);
  return rows[0];
}

/** What is to be done by a contract. */
interface ByContract {
  readonly contract_id: number;
  readonly supplier_id: number;
  /** Left out where the document does not say one. */
  readonly co_model?: number;
  /** Of the lines, in their order. */
  readonly sku_ids: readonly number[];
}

/**
 * Holds a contract for something that is done by it and answers its terms: it is in force, of this supplier and model, and covers the
 * brand of every line (domain.md §4.3, §4.5). It stays in force until the transaction is over. Refuses by field: `contract_id`,
 * `co_model` or `lines.<n>.sku_id`.
 */
export async function holdContract(
  tx: Tx,
  { contract_id, supplier_id, co_model, sku_ids }: ByContract,
): Promise<ContractTerms> {
  const { rows } =
    await sql<ContractTerms>`select ${columns} from contract where id = ${contract_id} for share`.execute(tx);
  const [terms] = rows;
  if (!terms || terms.supplier_id !== supplier_id)
    throw new Refusal('invalid', '合同不是此供应商的合同', 'contract_id');
  if (terms.status !== contractState.inForce)
    throw new Refusal(
      'invalid',
      `合同 ${terms.contract_no} ${stateWords(contract.states, terms.status)}，不在执行中`,
      'contract_id',
    );
  if (co_model !== undefined && terms.co_model !== co_model)
    throw new Refusal('invalid', '合作模式与合同不一致', 'co_model');
  await refuseOtherBrands(tx, terms, sku_ids);
  return terms;
}

/** Refuses the first line whose brand the contract does not name. */
async function refuseOtherBrands(tx: Tx, terms: ContractTerms, skuIds: readonly number[]): Promise<void> {
  if (skuIds.length === 0) return;
  const { rows } = await sql<{ place: number; sku_no: string; brand: string }>`
    select a.place, k.sku_no, b.name as brand
    from unnest(${[...skuIds]}::bigint[]) with ordinality as a (id, place) join sku k on k.id = a.id join brand b on b.id = k.brand_id
    where not k.brand_id = any(${[...terms.brand_ids]}::bigint[]) order by a.place limit 1`.execute(tx);
  const [other] = rows;
  if (other)
    throw new Refusal(
      'invalid',
      `第 ${other.place} 行货品 ${other.sku_no} 的品牌“${other.brand}”不在合同 ${terms.contract_no} 的品牌内`,
      `lines.${other.place - 1}.sku_id`,
    );
}
