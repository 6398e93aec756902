import { type Kysely, sql } from 'kysely';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { bizType, lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { allocate } from '#server/ledger/allocate.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { releaseCodes } from '#server/ledger/held-codes.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock, unlockStock } from '#server/ledger/lock-stock.ts';
import { movesOf, refuseUnfitCodes, refuseUnnamedPieces } from '#server/ledger/named-codes.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg, Source } from '#server/ledger/posting.ts';
import { imperfectSource } from '../returns/source-of.ts';
import { batchesOfPieces, freeStates, movedBy, registeredPieces } from './imperfect-pieces.ts';
import { type NamedBatches, type Naming, nameBatches, refuseOthers, tellBatches } from './name-batches.ts';

type Registering = Pick<Kit, 'policies'>;

/**
 * Keeps the pieces of a new record, of the batches that it names or else the oldest ones, until somebody has judged it (P8, lock_type 5): whose goods they are is known from
 * then on. Pieces that are named by their codes are held themselves; which they are may be said until it is judged.
 */
export async function holdImperfect(
  { policies }: Registering,
  context: WriteContext,
  document: Pick<SavedValues<typeof imperfectRecord>, 'warehouse_id' | 'imperfect_no'> & { id: number },
): Promise<void> {
  const { db, actor } = context;
  const lines = await readBareLines(db, imperfectRecord, document.id);
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写 1 行残次明细', 'lines');
  const { warehouse } = locationsOf(document.warehouse_id);
  const books = { db, policies };
  const source = imperfectSource(document);
  const naming = await namingOf(db, document.id);
  const pieces = registeredPieces(lines);
  await refuseUnfitCodes(db, pieces, { warehouseId: naming.warehouse_id, states: freeStates });
  const named = await nameBatches(db, naming, lines);
  const brought = await batchesOfPieces(db, pieces);
  const wanted = lines.map((line, place) => ({
    location: warehouse,
    skuId: line.sku_id,
    imperfectType: line.from_type,
    lineId: line.id,
    qty: line.qty,
    origins: originsOf(named[place], brought[place]),
  }));
  // Lines that name their batches first, of one batch before of several: the others take of what is left.
  const inTurn = wanted.toSorted((one, other) => rankOf(one.origins) - rankOf(other.origins));
  const { parts } = await allocate(books, { by: source, wanted: inTurn });
  refuseOthers(parts, { lines, named });
  await tellBatches(db, parts);
  await lockStock(books, {
    source,
    promised: parts,
    lockType: lockType.imperfect,
    reason: imperfectRecord.label,
    adminId: actor.id,
  });
  await moveCodes(db, { ...movedBy(context, source), moves: movesOf(pieces, () => ({ step: 'hold' })) });
  const [first] = parts;
  const ofAll = parts.every(({ supplierId }) => supplierId === first?.supplierId) ? first?.supplierId : null;
  const supplier = naming.supplier_id ?? ofAll;
  const total = lines.reduce((sum, line) => sum + line.qty, 0);
  await sql`update imperfect_record set supplier_id = ${supplier ?? null}, total_qty = ${total} where id = ${document.id}`.execute(
    db,
  );
}

// A piece that says which batch it is of is taken of that one, where the record does not name another.
const originsOf = (named: NamedBatches | undefined, brought: readonly number[] = []): readonly number[] =>
  named && named.origins.length > 0 ? named.origins : brought;

const rankOf = ({ length }: readonly number[]): number => (length === 0 ? Number.MAX_SAFE_INTEGER : length);

async function namingOf(db: Tx, id: number): Promise<Naming> {
  const { rows } = await sql<Naming>`
    select warehouse_id, supplier_id, source_type, source_no from imperfect_record where id = ${id}`.execute(db);
  return rows[0] as Naming;
}

/** What a record holds of each batch, line by line. */
export interface HeldPart {
  readonly lineId: number;
  readonly skuId: number;
  /** The grade it is held in. */
  readonly imperfectType: number;
  readonly origin: number;
  readonly qty: number;
}

/** What a record holds now, in the order in which it was promised; what was asked for in several steps is one part for each batch. */
export async function heldParts(db: Kysely<unknown>, { docType, docId }: Source): Promise<HeldPart[]> {
  const { rows } = await sql<HeldPart>`
    select line_id as "lineId", sku_id as "skuId", imperfect_type as "imperfectType", in_ware_detail_id as origin, sum(qty - qty_released)::bigint as qty
    from stock_lock where doc_type = ${docType} and doc_id = ${docId} and qty_released < qty group by 1, 2, 3, 4 order by min(id)`.execute(
    db,
  );
  return rows;
}

/** Moves what was registered into its grade, the very batches and pieces that were kept (P9), or lets it go. Refuses, by its line, pieces with codes that nobody named. */
export async function judgeImperfect(
  { policies }: Registering,
  step: Step<typeof imperfectRecord>,
): Promise<undefined> {
  const { context, document } = step;
  const source = imperfectSource(document);
  if (step.rejects) {
    await letGo({ policies }, step);
    return undefined;
  }
  const { warehouse } = locationsOf(document.warehouse_id);
  const lines = await step.lines();
  const grades = new Map(lines.map((line) => [line.id, line.imperfect_type]));
  const legs = (await heldParts(context.db, source)).flatMap(({ qty, origin, imperfectType, ...part }): Leg[] => [
    { ...part, location: warehouse, imperfectType, bizType: bizType.gradeOut, delta: -qty, origin },
    {
      ...part,
      location: warehouse,
      imperfectType: grades.get(part.lineId) as number,
      bizType: bizType.gradeIn,
      delta: qty,
    },
  ]);
  const books = { db: context.db, policies };
  const locked = await lockBalances(books, { keys: legs, by: source });
  const pieces = registeredPieces(lines);
  refuseUnnamedPieces(locked, { lines: pieces, warehouseId: document.warehouse_id });
  await postStock(books, {
    ...movedBy(context, source),
    legs,
    locked,
    releases: true,
    codes: movesOf(pieces, (place) => ({
      step: 'degrade',
      imperfectType: grades.get(pieces[place]?.lineId as number) as number,
    })),
  });
  return undefined;
}

/** Nothing is imperfect after all. */
export async function letGoOfImperfect(kit: Registering, step: Step<typeof imperfectRecord>): Promise<undefined> {
  await letGo(kit, step);
  return undefined;
}

/** Lets go of all that a record holds: its batches and its pieces. */
export async function letGo(
  { policies }: Registering,
  { context, document }: Step<typeof imperfectRecord>,
): Promise<void> {
  const source = imperfectSource(document);
  await unlockStock({ db: context.db, policies }, source, context);
  await releaseCodes(context.db, movedBy(context, source));
}
