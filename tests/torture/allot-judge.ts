import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AllotEnd } from '#contract/areas/allocation/allot-entry.ts';
import { decideType, side } from '#contract/areas/allocation/allot-enums.ts';
import { allots } from '#tests/factories/allots.ts';
import { type AllotChain, brought } from './allot-chain.ts';

/** An entry as the house has it. */
interface Row {
  readonly op_id: string;
  readonly kind: string;
  readonly barcode: string | null;
  readonly qty: number | null;
  readonly carton: number | null;
  readonly imperfect_type: number | null;
  readonly voids: string | null;
}

/** What an allot that went from end to end breaks of what tablets promise: nothing lost, nothing doubled, nothing in another order, and pieces where they are. */
export async function judgeChain(chain: AllotChain): Promise<string[]> {
  return [...chain.heard.broken, ...(await onEntries(chain)), ...(await onPieces(chain))];
}

async function onEntries({ hands, heard, house, allot }: AllotChain): Promise<string[]> {
  const broken: string[] = [];
  for (const hand of hands) {
    const { unsent } = await hand.status();
    if (unsent > 0) broken.push(`${unsent} entries were never sent`);
    const device = await hand.device.local.deviceId();
    const { rows } = await sql<Row>`
      select op_id, kind, barcode, qty, carton, imperfect_type, voids from (
        select op_id, kind, barcode, qty, carton, imperfect_type, voids, received_at as at, seq from allot_entry
        where allot_id = ${allot.id} and device_id = ${device} and side = ${hand.end === 'out' ? side.sender : side.receiver}
      ) e order by at, seq`.execute(house.db);
    const { rows: refused } = await sql<{ op_id: string }>`
      select op_id from allot_entry_refused where allot_id = ${allot.id} and device_id = ${device}`.execute(house.db);
    const no = new Set(refused.map(({ op_id }) => op_id));
    const done = hand.done.map(
      ({ op_id, payload }): Row => ({
        op_id,
        kind: payload.kind,
        barcode: payload.barcode,
        qty: payload.qty,
        carton: payload.carton ?? null,
        imperfect_type: payload.imperfect_type,
        voids: payload.voids ?? null,
      }),
    );
    const kept = new Map(rows.map((row) => [row.op_id, row]));
    const known = new Set(done.map(({ op_id }) => op_id));
    for (const row of done) {
      const word = heard.words.get(row.op_id);
      if (!word) broken.push(`${row.op_id} has no word`);
      if (!kept.has(row.op_id) && !no.has(row.op_id)) broken.push(`lost: ${row.kind} ${row.op_id}, told ${word}`);
      const other = kept.get(row.op_id);
      if (other && !isDeepStrictEqual(other, row)) broken.push(`another than was done: ${row.kind} ${row.op_id}`);
    }
    for (const op_id of [...kept.keys(), ...no]) if (!known.has(op_id)) broken.push(`nobody did ${op_id}`);
    const inOrder = done.filter(({ op_id }) => kept.has(op_id)).map(({ op_id }) => op_id);
    const asKept = rows.filter(({ op_id }) => known.has(op_id)).map(({ op_id }) => op_id);
    if (!isDeepStrictEqual(inOrder, asKept)) broken.push(`in another order than they were done in`);
  }
  return broken;
}

/** Pieces of each kind of goods that count at an end, by the actions and the words on them. */
function counted({ hands, heard, stated, way }: AllotChain, end: AllotEnd): number[] {
  const actions = hands.filter((hand) => hand.end === end).flatMap(({ done }) => done);
  const byId = new Map(actions.map((action) => [action.op_id, action]));
  const counts = (opId: string) => heard.words.get(opId) === 'accepted';
  return [0, 1].map((place) => {
    const said = end === 'out' ? stated.get(place) : undefined;
    return actions.reduce((sum, { op_id, payload }) => {
      const { kind, voids } = payload;
      const of = kind === 'void' ? byId.get(voids ?? '') : byId.get(op_id);
      if (!of || of.payload.kind !== 'add' || of.payload.barcode !== way.goods[place]?.barcode) return sum;
      if (!counts(op_id) || !counts(of.op_id) || said?.upTo.has(op_id)) return sum;
      return sum + (kind === 'void' ? -1 : 1) * of.payload.qty;
    }, said?.qty ?? 0);
  });
}

async function onPieces(chain: AllotChain): Promise<string[]> {
  const { house, way, allot, decided, signed } = chain;
  const broken: string[] = [];
  const same = (what: string, found: unknown, wanted: unknown) => {
    if (!isDeepStrictEqual(found, wanted))
      broken.push(`${what}: ${JSON.stringify(found)} where ${JSON.stringify(wanted)} is right`);
  };
  const record = await house.ask(way.judge, allots.detail, { id: allot.id });
  const wentOut = record.status !== 2 && record.status !== -1;
  const picked = counted(chain, 'out');
  const received = counted(chain, 'into');
  same('picked', await chain.picked(), picked);
  same(
    'counted',
    record.lines.map((line) => line.counted_qty),
    received,
  );
  const isSigned = record.status === 5 || record.status === 6;
  if (wentOut && !isSigned) broken.push(`the allot stands at ${record.status}`);
  for (const place of [0, 1]) {
    const ruled = (decide: number) => decided.get(decide)?.[place] ?? 0;
    const sent = wentOut ? (picked[place] ?? 0) : 0;
    const came = Math.min(sent, (signed ?? received)[place] ?? 0);
    const [from, into] = [await way.stock(way.sender, place), await way.stock(way.receiver, place)];
    const back = ruled(decideType.back);
    const gone = back + ruled(decideType.lost) + ruled(decideType.found);
    const more = ruled(decideType.accept);
    same(
      `sender, locked, transit, receiver of ${place}`,
      [from.on_hand, from.locked, into.transit, into.on_hand],
      [
        brought - sent + back - more,
        0,
        isSigned ? sent - came - gone : sent,
        isSigned ? came + ruled(decideType.found) + more : 0,
      ],
    );
  }
  return broken;
}
