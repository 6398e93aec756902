import { type Kysely, sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { keysOf } from '#contract/kit/menu.ts';
import { insert } from './insert.ts';
import { addContract, buyer, seller } from './purchasing.ts';
import { type Piece, pieces } from './shelf.ts';

/** Every key of contracts and purchase prices. */
export const agreementKeys = [
  ...keysOf(contract, contractBrandAuth, purchasePriceSheet, purchasePrice),
  'PurchasePrice:export',
  'contract:import',
];

/** What stands between a supplier and the company before anything is bought. */
export interface Agreement {
  readonly supplier_id: number;
  readonly purchaser_id: number;
  /** The account of the purchaser. */
  readonly admin_id: number;
  readonly brand_id: number;
  readonly goods: readonly Piece[];
}

/** A supplier, who buys from it, and goods of a brand that it is authorised to sell from 2025 to 2027 by default. */
export async function newAgreement(
  db: Kysely<unknown>,
  { count = 1, authorised = true }: { count?: number; authorised?: boolean } = {},
): Promise<Agreement> {
  const [{ id: purchaser_id }, supplier_id, goods] = [await buyer(db), await seller(db), await pieces(db, count)];
  const brand_id = goods[0]?.brand_id ?? 0;
  if (authorised) await authorise(db, { supplier_id, brand_id });
  const { rows } = await sql<{ admin_id: number }>`select admin_id from purchaser where id = ${purchaser_id}`.execute(
    db,
  );
  return { supplier_id, purchaser_id, admin_id: rows[0]?.admin_id ?? 0, brand_id, goods };
}

/** An authorisation with its paper, straight into the tables. */
export async function authorise(
  db: Kysely<unknown>,
  given: Readonly<Record<string, unknown>> & { supplier_id: number; brand_id: number },
): Promise<number> {
  const plain = { auth_level: 1, start_date: '2025-01-01', end_date: '2027-12-31', is_valid: true };
  const id = await insert(db, 'contract_brand_auth', { ...plain, ...given });
  await sql`
    insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at, doc_type, doc_id, kind, attached_by, attached_at)
    select md5('auth' || ${id}::bigint), '授权书.pdf', 'pdf', 1, md5('') || md5(''), min(a.id), 'voucher', true, now(), 'contractBrandAuth', ${id}::bigint, 'auth', min(a.id), now() from admin a`.execute(
    db,
  );
  await sql`
    insert into audit_log (doc_type, doc_id, action, label, admin_id, at)
    select 'contractBrandAuth', ${id}::bigint, 'attach', '添加附件', min(a.id), now() from admin a`.execute(db);
  return id;
}

/** A contract of an agreement that has been in force since New Year of 2026, straight into the table. */
export async function contractInForce(
  db: Kysely<unknown>,
  { supplier_id, purchaser_id, brand_id }: Agreement,
  given: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const id = await addContract(db, {
    supplier_id,
    purchaser_id,
    brand_ids: [brand_id],
    effective_date: '2026-01-01',
    ...given,
  });
  await begin(db, { doc_type: contract.name, doc_id: id, to_status: Number(given.status ?? 4) });
  return id;
}

/** The first row of the history of a document that no call has made. */
const begin = async (
  db: Kysely<unknown>,
  of: { doc_type: string; doc_id: number; to_status: number },
): Promise<number> =>
  await insert(db, 'audit_log', { ...of, action: 'add', label: '新增', at: '2026-01-01T02:00:00.000Z' });

/** An agreement with its contract in force. */
export async function agreed(db: Kysely<unknown>, count = 1): Promise<Agreement & { contract_id: number }> {
  const agreement = await newAgreement(db, { count });
  return { ...agreement, contract_id: await contractInForce(db, agreement) };
}

/** A purchase price that holds for good, with a sheet of its own, straight into the tables; its id. */
export async function addPurchasePrice(
  db: Kysely<unknown>,
  given: Readonly<Record<string, unknown>> & { supplier_id: number; sku_id: number },
): Promise<number> {
  const sheet_id = await insert(db, 'purchase_price_sheet', {
    sheet_no: `CJ${crypto.randomUUID().slice(0, 8)}`,
    supplier_id: given.supplier_id,
    effective_date: '2026-01-01',
  });
  await begin(db, { doc_type: purchasePriceSheet.name, doc_id: sheet_id, to_status: 0 });
  return await insert(db, 'purchase_price', {
    price: 3300,
    tax_rate_bp: 1300,
    effective_date: '2026-01-01',
    sheet_id,
    ...given,
  });
}
