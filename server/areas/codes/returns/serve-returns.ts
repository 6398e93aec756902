import { sql } from 'kysely';
import { codeReturnType, codeStatus, notInStockYet } from '#contract/areas/codes/code-enums.ts';
import { codeReturn } from '#contract/areas/codes/code-return.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { moveCodes, statusWords } from '#server/ledger/codes.ts';
import { enrolCodes } from '#server/ledger/enrol-codes.ts';
import { byHand } from '../by-hand.ts';

/** Returns of codes: what may be given back, and what becomes of it (domain.md §4.18). */
export function serveCodeReturns(kit: Kit): void {
  serveDocument(kit, codeReturn, {
    derive: async (_context, values) => ({ total_qty: ((values.lines ?? []) as unknown[]).length }),
    after: settleLines,
    transitions: { confirm: { guard: guardConfirm, effect: (step) => giveBack(kit, step) } },
  });
}

interface Returned {
  place: number;
  unique_code: string;
  status: number;
  warehouse_id: number | null;
  order_no: string | null;
  left_by: string | null;
}

/** The states in which codes of each type are. */
const statesOf: Readonly<Record<number, readonly number[]>> = {
  [codeReturnType.unused]: notInStockYet,
  [codeReturnType.restored]: [codeStatus.sold],
  [codeReturnType.recovered]: [codeStatus.returned],
};

async function settleLines(context: WriteContext, id: number, values: SavedValues<typeof codeReturn>): Promise<void> {
  await sql`update code_return_line l set sku_id = c.sku_id from piece_code c where l.code_return_id = ${id} and c.id = l.code_id`.execute(
    context.db,
  );
  await refuseUnfit(context, id, values);
}

async function guardConfirm({ context, document, rejects }: Step<typeof codeReturn>): Promise<void> {
  if (!rejects) await refuseUnfit(context, document.id, document);
}

/** Refuses a code that is not what this type takes, by the place of its line and its number. */
async function refuseUnfit(
  { db }: WriteContext,
  id: number,
  { return_type, source_no, warehouse_id }: SavedValues<typeof codeReturn>,
): Promise<void> {
  const { rows } = await sql<Returned>`
    select row_number() over (order by l.id)::int - 1 as place, c.unique_code, c.status, c.warehouse_id, c.order_no,
      (select e.doc_no from code_event e where e.code_id = c.id and e.event_type = 11 order by e.seq desc limit 1) as left_by
    from code_return_line l join piece_code c on c.id = l.code_id where l.code_return_id = ${id} order by l.id`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('invalid', '请至少填写 1 行明细', 'lines');
  const may = statesOf[return_type] ?? [];
  for (const row of rows) {
    const refuse = (words: string) => {
      throw new Refusal('invalid', `唯一码 ${row.unique_code} ${words}`, `lines.${row.place}.code_id`);
    };
    if (!may.includes(row.status)) refuse(`当前为“${statusWords(row.status)}”，不能退码`);
    if (return_type === codeReturnType.restored && row.order_no !== source_no)
      refuse(`不是订单 ${String(source_no)} 卖出的`);
    if (return_type === codeReturnType.recovered && row.left_by !== source_no)
      refuse(`不是退返单 ${String(source_no)} 退出的`);
    if (return_type === codeReturnType.recovered && row.warehouse_id !== warehouse_id) refuse('不是本仓退出的');
  }
}

async function giveBack({ policies }: Kit, step: Step<typeof codeReturn>): Promise<undefined> {
  if (step.rejects) return undefined;
  const { context, document } = step;
  const source = { docType: codeReturn.name, docId: document.id, docNo: document.return_no };
  const moves = (await step.lines()).map((line): CodeMove => {
    const shared = { codeId: line.code_id, lineId: line.id ?? null };
    if (document.return_type === codeReturnType.unused) return { ...shared, step: 'handBack' };
    if (document.return_type === codeReturnType.recovered) return { ...shared, step: 'recover' };
    return { ...shared, step: 'recode', warehouseId: requireField(document, 'warehouse_id'), imperfectType: 0 };
  });
  const codes = { ...byHand(context), source, moves };
  // The pieces stand in the warehouse already, without their codes.
  if (document.return_type === codeReturnType.restored)
    await enrolCodes({ db: context.db, policies }, { ...codes, warehouseId: requireField(document, 'warehouse_id') });
  else await moveCodes(context.db, codes);
  return undefined;
}
