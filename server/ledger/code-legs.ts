import { type Kysely, sql } from 'kysely';
import { codeSteps } from '#contract/areas/codes/code-life.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, keyOf } from './balances.ts';
import type { Moved } from './choose-batches.ts';
import type { MovedCode } from './code-move.ts';
import { type CodeMoves, codedChanges, lockMoving } from './codes.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import type { Leg, Posting } from './posting.ts';

/** The codes of a posting under their locks, judged; undefined where it names none. */
export async function lockCodesOf(
  tx: Tx,
  { codes, source, happenedAt, opId, adminId }: Posting,
): Promise<{ moves: CodeMoves; moved: readonly MovedCode[] } | undefined> {
  if (!codes || codes.length === 0) return undefined;
  if (!source) throw new Error('codes are moved by a posting of no one document');
  const moves: CodeMoves = { source, moves: codes, happenedAt, opId, adminId };
  return { moves, moved: await lockMoving(tx, moves) };
}

interface Judging {
  readonly legs: readonly Leg[];
  readonly balances: ReadonlyMap<string, Balance>;
  readonly chosen: ReadonlyMap<Leg, Moved>;
  readonly moved: readonly MovedCode[];
}

/**
 * Codes go where pieces go: refuses a code at a key that no piece of the posting leaves or comes to, and pieces with codes that would leave without
 * theirs. Names the code, or one of those that stand there. What counts is what batches hold: pieces that leave and were not there
 * have no code, and those that come back for them leave none behind.
 */
export async function refuseUncoded(db: Kysely<unknown>, { legs, balances, chosen, moved }: Judging): Promise<void> {
  const pieces = new Map<string, number>();
  const ofBatches = new Map<string, number>();
  for (const leg of legs) {
    const here = (chosen.get(leg) ?? []).reduce((sum, { batch, qty }) => sum + (batch ? qty : 0), 0);
    pieces.set(keyOf(leg), (pieces.get(keyOf(leg)) ?? 0) + leg.delta);
    ofBatches.set(keyOf(leg), (ofBatches.get(keyOf(leg)) ?? 0) + Math.sign(leg.delta) * here);
  }
  const coded = new Map<string, number>();
  for (const { key, delta, code } of codedChanges(moved)) {
    coded.set(keyOf(key), delta);
    const qty = pieces.get(keyOf(key)) ?? 0;
    if (Math.sign(qty) !== Math.sign(delta) || Math.abs(qty) < Math.abs(delta))
      throw besides({ code, delta, qty, moved });
  }
  for (const [key, delta] of ofBatches) {
    const balance = balances.get(key);
    if (!balance?.guarded) continue;
    const left = balance.coded + (coded.get(key) ?? 0);
    const there = balance.onHand + balance.openNegative + delta;
    if (there < left) throw await withoutCode(db, balance, left - there);
  }
}

function besides({
  code,
  delta,
  qty,
  moved,
}: {
  code: MovedCode['code'];
  delta: number;
  qty: number;
  moved: readonly MovedCode[];
}) {
  const step = moved.find((one) => one.code.id === code.id)?.move.step;
  const label = step ? codeSteps[step].label : '';
  const way = delta < 0 ? '出' : '入';
  return new GoodsRefusal(
    'illegalTransition',
    code,
    (goods) =>
      `唯一码 ${code.uniqueCode} 不能${label}：本单在其所在处${way} ${goods} ${Math.abs(qty)} 件，扫码 ${Math.abs(delta)} 件`,
    'codes',
  );
}

async function withoutCode(db: Kysely<unknown>, balance: Balance, missing: number): Promise<GoodsRefusal> {
  const { rows } = await sql<{ unique_code: string }>`
    select unique_code from piece_code where sku_id = ${balance.skuId} and location_id = ${balance.location} and imperfect_type = ${balance.imperfectType}
    order by id limit 1`.execute(db);
  const example = rows[0] ? `，如 ${rows[0].unique_code}` : '';
  return new GoodsRefusal(
    'invalid',
    balance,
    (goods) => `${goods} 有 ${balance.coded} 件带唯一码，请扫码指明其中 ${missing} 件${example}`,
    'lines',
  );
}

/** Brings the balances, which stay locked, into step with the codes that moved. */
export function followCodes(balances: Map<string, Balance>, moved: readonly MovedCode[]): void {
  for (const { key, delta } of codedChanges(moved)) {
    const balance = balances.get(keyOf(key));
    if (balance) balances.set(keyOf(key), { ...balance, coded: balance.coded + delta });
  }
}
