import { type Kysely, sql } from 'kysely';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { dealState, dealType, grade, imperfectDeals } from '#contract/areas/purchasing/return-enums.ts';
import { bizType, lockType } from '#contract/areas/warehouse/stock.ts';
import type { TransitionRequest } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { type Allocated, type Allocation, allocate } from '#server/ledger/allocate.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock } from '#server/ledger/lock-stock.ts';
import { movesOf, refuseUnnamedPieces } from '#server/ledger/named-codes.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { imperfectSource } from '../returns/source-of.ts';
import { draftReturns } from './draft-returns.ts';
import { dealtPieces, movedBy, refuseUnfitDealt } from './imperfect-pieces.ts';
import { type Dealt, writeDeals } from './write-deals.ts';

/** What is asked to be done with some pieces of a line. */
interface Answer {
  readonly line_id: number;
  readonly deal_type: keyof typeof imperfectDeals;
  readonly qty: number;
  readonly deal_price?: number | null;
}

const answersOf = ({ lines = [] }: TransitionRequest): readonly Answer[] => lines as unknown as readonly Answer[];

const isScrap = ({ deal_type: type }: Answer): boolean => type === dealType.scrap;
const sumOf = (answers: readonly Answer[]): number => answers.reduce((sum, { qty }) => sum + qty, 0);

/** What the record comes to: scrap waits for a second person, everything else counts as dealt with at once. */
export async function tellDeal(
  document: LockedDocument<typeof imperfectRecord>,
  input: TransitionRequest,
): Promise<Values> {
  const answers = answersOf(input);
  return {
    dealt_qty: document.dealt_qty + sumOf(answers.filter((one) => !isScrap(one))),
    scrap_qty: document.scrap_qty + sumOf(answers.filter(isScrap)),
  };
}

/** No more is dealt with than is left of a line, nothing in a way that its grade does not allow, and no piece that is not of it. */
export async function guardDeal(step: Step<typeof imperfectRecord>): Promise<void> {
  const { input, lines } = step;
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  const asked = new Map<number, number>();
  for (const [place, { line_id, deal_type, qty }] of answersOf(input).entries()) {
    const line = byId.get(line_id);
    if (!line) throw new Refusal('notFound', `第 ${place + 1} 行不存在或已被删除`, `lines.${place}.line_id`);
    const left = line.qty - line.deal_qty - line.scrap_qty;
    const sum = (asked.get(line_id) ?? 0) + qty;
    asked.set(line_id, sum);
    if (sum > left)
      throw new Refusal('invalid', `第 ${place + 1} 行处理 ${sum} 件，剩余 ${left} 件`, `lines.${place}.qty`);
    if (deal_type === dealType.discount && line.imperfect_type === grade.unsaleable)
      throw new Refusal('invalid', `重残不可售，不能${imperfectDeals[deal_type]}`, `lines.${place}.deal_type`);
  }
  await refuseUnfitDealt(step);
}

/**
 * Deals with pieces in the ways that were asked for: back to their suppliers by drafts of returns, sold at a price that stands on the
 * deal, repaired into good ones (P9), or kept to be scrapped once a second person has said so. The batches that the record moved
 * are taken before others of the grade. Pieces with codes that are repaired or scrapped are named, or it is refused by its line.
 */
export async function dealImperfect(kit: Kit, step: Step<typeof imperfectRecord>): Promise<undefined> {
  const { context, document } = step;
  const answers = answersOf(step.input);
  const moving = answers.filter(({ deal_type: type }) => type !== dealType.discount);
  const { parts, locked } = await allocateFor(kit, step, moving);
  const partsOf = (type: number) => parts.filter(({ want }) => moving[want]?.deal_type === type);
  const books = { db: context.db, policies: kit.policies };
  const source = imperfectSource(document);
  const by = movedBy(context, source);
  const pieces = await dealtPieces(step);
  const piecesOf = (type: number) => pieces.filter(({ place }) => answers[place - 1]?.deal_type === type);
  const [restored, scrapping] = [piecesOf(dealType.restore), piecesOf(dealType.scrap)];
  refuseUnnamedPieces(locked, {
    lines: [...restored, ...scrapping],
    warehouseId: document.warehouse_id,
  });
  await postStock(books, {
    ...by,
    legs: restoringLegs(partsOf(dealType.restore)),
    locked,
    codes: movesOf(restored, () => ({ step: 'restore' })),
  });
  const scrapped = partsOf(dealType.scrap);
  if (scrapped.length > 0)
    await lockStock(books, {
      source,
      promised: scrapped,
      lockType: lockType.imperfect,
      reason: imperfectDeals[dealType.scrap],
      adminId: context.actor.id,
    });
  await moveCodes(context.db, { ...by, moves: movesOf(scrapping, () => ({ step: 'hold' })) });
  const returned = await draftReturns(kit, step, partsOf(dealType.back));
  const kept = answers
    .map((one, place) => ({ ...one, code_ids: pieces[place]?.codeIds ?? [] }))
    .filter(({ deal_type: type }) => type !== dealType.back)
    .map(
      (one): Dealt => ({
        line_id: one.line_id,
        deal_type: one.deal_type,
        qty: one.qty,
        deal_price: one.deal_price ?? null,
        status: isScrap(one) ? dealState.waiting : dealState.done,
        deal_no: null,
        code_ids: one.code_ids,
      }),
    );
  await writeDeals(context, document.id, [...kept, ...returned]);
  return undefined;
}

async function allocateFor(
  { policies }: Kit,
  step: Step<typeof imperfectRecord>,
  answers: readonly Answer[],
): Promise<Allocation> {
  const { context, document } = step;
  const { warehouse } = locationsOf(document.warehouse_id);
  const source = imperfectSource(document);
  const lines = new Map((await step.lines()).map((line) => [line.id, line]));
  const own = await movedOrigins(context.db, document.id);
  const wanted = answers.flatMap(({ line_id, qty }) => {
    const line = lines.get(line_id);
    if (!line) throw new Refusal('invalid', '残次明细不存在', 'lines');
    return {
      location: warehouse,
      skuId: line.sku_id,
      imperfectType: line.imperfect_type,
      lineId: line_id,
      qty,
      origins: own.get(line_id) ?? [],
    };
  });
  const also = wanted
    .filter((_, place) => answers[place]?.deal_type === dealType.restore)
    .map(({ location, skuId }) => ({ location, skuId, imperfectType: grade.good }));
  return await allocate({ db: context.db, policies }, { wanted, also, by: source });
}

/** The batches that each line of a record moved into its grade. */
async function movedOrigins(db: Kysely<unknown>, id: number): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ line_id: number; origins: number[] }>`
    select line_id, array_agg(distinct in_ware_detail_id) as origins from stock_ledger
    where doc_type = ${imperfectRecord.name} and doc_id = ${id} and biz_type = ${bizType.gradeIn} and imperfect_type <> ${grade.good} and in_ware_detail_id is not null
    group by line_id`.execute(db);
  return new Map(rows.map(({ line_id, origins }) => [line_id, origins]));
}

function restoringLegs(parts: readonly Allocated[]): Leg[] {
  return parts.flatMap(({ location, skuId, imperfectType, lineId, origin, qty }) => {
    const shared = { location, skuId, lineId };
    return [
      { ...shared, imperfectType, bizType: bizType.gradeOut, delta: -qty, origin },
      { ...shared, imperfectType: grade.good, bizType: bizType.gradeIn, delta: qty },
    ];
  });
}
