import { type Kysely, sql } from 'kysely';
import { codeStatus, codeStatuses } from '#contract/areas/codes/code-enums.ts';
import { codeSteps, opensFrom, targetOfStep } from '#contract/areas/codes/code-life.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Key } from './balances.ts';
import type { CodeMove, MovedCode, StandingCode } from './code-move.ts';
import { placeOfCode } from './code-place.ts';
import type { Source } from './posting.ts';

// The port of unique codes: documents say which codes move by which step, with their posting (`Posting.codes`) or, where no quantity
// changes, by themselves (`moveCodes`). Locks in one order: code orders, stock, codes by id (decision 0062).

/** Codes that move together, by one document or by nobody's. */
export interface CodeMoves {
  readonly source?: Source | undefined;
  readonly moves: readonly CodeMove[];
  /** ISO time at which it happened. */
  readonly happenedAt: string;
  readonly opId: string;
  readonly adminId: number;
}

/**
 * Moves codes whose pieces stay in the books where they are: bound, held, let go, seen, put elsewhere, voided before they were anything.
 * Steps that take pieces from one place to another go with a posting. Refuses with `illegalTransition`, naming the code, what its
 * state, its holder or its place does not allow.
 */
export async function moveCodes(tx: Tx, codes: CodeMoves): Promise<readonly MovedCode[]> {
  if (codes.moves.length === 0) return [];
  await lockOrdersOf(tx, codes.moves);
  const moved = await lockMoving(tx, codes);
  await tellMoves(tx, codes, moved);
  return moved;
}

/** Locks the code orders whose figures these moves change: before stock and codes, as documents are. */
export async function lockOrdersOf(tx: Tx, moves: readonly CodeMove[]): Promise<void> {
  const counted = moves.filter(({ step }) => counting.has(step)).map(({ codeId }) => codeId);
  if (counted.length === 0) return;
  await sql`
    select 1 from code_order where id in (select code_order_id from piece_code where id = any(${arrayOf('bigint', counted)}))
    order by id for no key update`.execute(tx);
}

const counting: ReadonlySet<string> = new Set([
  'bind',
  'receive',
  'unreceive',
  'void',
  'scrap',
  'writeOff',
  'handBack',
  'recover',
]);

/** Locks the codes of these moves in the order of their ids and judges each move; nothing is written yet. */
export async function lockMoving(tx: Tx, { moves, source }: CodeMoves): Promise<readonly MovedCode[]> {
  const ids = moves.map(({ codeId }) => codeId);
  if (new Set(ids).size < ids.length) throw new Error('a code moves twice in one posting');
  const standing = await lockCodes(tx, ids);
  return moves.map((move) => {
    const code = standing.get(move.codeId);
    if (!code) throw new Refusal('notFound', '唯一码不存在');
    refuseMove(code, move, source);
    const status = targetOfStep(move.step, { from: code.status, grade: gradeOf(code, move) });
    return { code, move, status, ...placeOfCode(code, move, status), imperfectType: gradeOf(code, move) };
  });
}

/** Codes by their ids, locked; or only read, by who has stock to lock first. */
export async function lockCodes(
  tx: Tx,
  ids: readonly number[],
  how: 'lock' | 'read' = 'lock',
): Promise<ReadonlyMap<number, StandingCode>> {
  const { rows } = await sql<StandingCode>`
    select c.id, c.unique_code as "uniqueCode", c.epc, c.sku_id as "skuId", k.sku_no as "skuNo", c.code_order_id as "codeOrderId", c.status, c.seq, c.location_id as location,
      c.warehouse_id as "warehouseId", c.imperfect_type as "imperfectType", c."position", c.in_ware_detail_id as origin, c.order_no as "orderNo",
      c.doc_type as "docType", c.doc_id as "docId", c.doc_no as "docNo"
    from piece_code c join sku k on k.id = c.sku_id where c.id = any(${arrayOf('bigint', ids)}) order by c.id ${how === 'lock' ? sql`for update of c` : sql``}`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

// A grade is said by whoever brings the piece somewhere, and stays otherwise; good pieces are found and restored as good.
function gradeOf(code: StandingCode, { step, imperfectType }: CodeMove): number {
  if (step === 'restore') return 0;
  return imperfectType ?? code.imperfectType;
}

function refuseMove(code: StandingCode, { step }: CodeMove, source: Source | undefined): void {
  if (!opensFrom(step, code.status))
    throw new Refusal(
      'illegalTransition',
      `唯一码 ${code.uniqueCode} 当前为“${statusWords(code.status)}”，不能${codeSteps[step].label}`,
    );
  // What is only told of a held code (seen, printed) is anybody's.
  const takes = !telling.has(step);
  if (code.status === codeStatus.held && takes && !(source?.docType === code.docType && source?.docId === code.docId))
    throw new Refusal('illegalTransition', `唯一码 ${code.uniqueCode} 已被 ${code.docNo} 占用`);
}

const telling: ReadonlySet<string> = new Set(['seen', 'print', 'rebind', 'move']);

/** A state of a code in words. */
export const statusWords = (status: number): string =>
  (codeStatuses as Readonly<Record<number, string>>)[status] ?? String(status);

/** Writes the events of judged moves, by which the database brings the codes where they go. */
export async function tellMoves(tx: Tx, codes: CodeMoves, moved: readonly MovedCode[]): Promise<void> {
  if (moved.length === 0) return;
  const { source, happenedAt, opId, adminId } = codes;
  const rows = rowsOf('e', {
    code_id: ['bigint', moved.map(({ code }) => code.id)],
    seq: ['bigint', moved.map(({ code }) => code.seq + 1)],
    event_type: ['smallint', moved.map(({ move }) => codeSteps[move.step].event)],
    from_status: ['smallint', moved.map(({ code }) => code.status)],
    to_status: ['smallint', moved.map(({ status }) => status)],
    from_location_id: ['bigint', moved.map(({ code }) => code.location)],
    to_location_id: ['bigint', moved.map(({ location }) => location)],
    from_warehouse_id: ['bigint', moved.map(({ code }) => code.warehouseId)],
    to_warehouse_id: ['bigint', moved.map(({ warehouseId }) => warehouseId)],
    from_imperfect_type: ['smallint', moved.map(({ code }) => code.imperfectType)],
    imperfect_type: ['smallint', moved.map(({ imperfectType }) => imperfectType)],
    epc: ['text', moved.map(({ code, move }) => move.epc ?? code.epc)],
    position: [
      'text',
      moved.map(({ code, move, status, warehouseId }) => positionOf(code, move, { status, warehouseId })),
    ],
    in_ware_detail_id: [
      'bigint',
      moved.map(({ code, move }) => (move.step === 'unreceive' ? null : (move.origin ?? code.origin))),
    ],
    order_no: [
      'text',
      moved.map(({ code, move, status }) => (status === codeStatus.sold ? (move.orderNo ?? code.orderNo) : null)),
    ],
    line_id: ['bigint', moved.map(({ move }) => move.lineId ?? null)],
    remark: ['text', moved.map(({ move }) => move.remark ?? null)],
  });
  await sql`
    insert into code_event (code_id, seq, event_type, from_status, to_status, from_location_id, to_location_id, from_warehouse_id, to_warehouse_id, from_imperfect_type,
      imperfect_type, epc, "position", in_ware_detail_id, order_no, doc_type, doc_id, doc_no, line_id, remark, op_id, admin_id, happened_at)
    select code_id, seq, event_type, from_status, to_status, from_location_id, to_location_id, from_warehouse_id, to_warehouse_id, from_imperfect_type,
      imperfect_type, epc, "position", in_ware_detail_id, order_no, ${source?.docType ?? null}::text, ${source?.docId ?? null}::bigint, ${source?.docNo ?? null}::text,
      line_id, remark, ${opId}::uuid, ${adminId}::bigint, ${happenedAt}::timestamptz
    from ${rows} order by place`.execute(tx);
}

// A shelf is one of a warehouse: what leaves it stands on none.
function positionOf(
  code: StandingCode,
  { position }: CodeMove,
  { status, warehouseId }: { status: number; warehouseId: number | null },
): string | null {
  if (position !== undefined) return position;
  const stays = code.warehouseId === warehouseId && keepsPlace.has(status);
  return stays ? code.position : null;
}

const keepsPlace: ReadonlySet<number> = new Set([codeStatus.inStock, codeStatus.held, codeStatus.imperfect]);

/** How many codes come to balances and leave them by these moves, by key; a code that moves out of or into each stands for it. */
export function codedChanges(moved: readonly MovedCode[]): { key: Key; delta: number; code: StandingCode }[] {
  const changes = new Map<string, { key: Key; delta: number; code: StandingCode }>();
  const add = (location: number | null, imperfectType: number, { code }: MovedCode, delta: number): void => {
    if (location === null || location < firstGuarded) return;
    const name = `${location}/${code.skuId}/${imperfectType}`;
    const found = changes.get(name) ?? { key: { location, skuId: code.skuId, imperfectType }, delta: 0, code };
    changes.set(name, { ...found, delta: found.delta + delta });
  };
  for (const one of moved) {
    add(one.code.location, one.code.imperfectType, one, -1);
    add(one.location, one.imperfectType, one, 1);
  }
  return [...changes.values()].filter(({ delta }) => delta !== 0);
}

/** Locations of warehouses and of what is on its way begin here; counterparties come before them (`locations.ts`). */
const firstGuarded = 100;

/** Codes by what was scanned: their number or the EPC of their tag. Texts that are nobody's are not in the answer. */
export async function findCodes(
  db: Kysely<unknown>,
  texts: readonly string[],
): Promise<
  ReadonlyMap<string, Pick<StandingCode, 'id' | 'uniqueCode' | 'skuId' | 'status' | 'warehouseId' | 'imperfectType'>>
> {
  const asked = texts.map((text) => text.trim().toUpperCase());
  const { rows } = await sql<{ text: string } & StandingCode>`
    select t.text, c.id, c.unique_code as "uniqueCode", c.sku_id as "skuId", c.status, c.warehouse_id as "warehouseId", c.imperfect_type as "imperfectType"
    from ${rowsOf('t', { text: ['text', asked] })} join piece_code c on c.unique_code = t.text
    union all
    select t.text, c.id, c.unique_code, c.sku_id, c.status, c.warehouse_id, c.imperfect_type
    from ${rowsOf('t', { text: ['text', asked] })} join piece_code c on c.epc = t.text and c.status <> -1`.execute(db);
  const byText = new Map(rows.map(({ text, ...code }) => [text, code]));
  return new Map(
    texts.flatMap((text) => {
      const code = byText.get(text.trim().toUpperCase());
      return code ? [[text, code] as const] : [];
    }),
  );
}
