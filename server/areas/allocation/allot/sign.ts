import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotState } from '#contract/areas/allocation/allot-enums.ts';
import { allotEnded, allotReceived, goodsDamaged } from '#contract/areas/allocation/allot-events.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { LineRow } from '#server/kit/lines.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import { makeDiff } from '../diff/make-diff.ts';
import { refuseOpenEntries } from '../entries/open-entries.ts';
import { arrivedPieces } from '../pieces/arrived-pieces.ts';
import { type DamagedPiece, damagedPieces } from '../pieces/damaged-pieces.ts';
import { allotNamed, allotSource } from '../source-of.ts';
import { sumOf } from './hold.ts';
import { inTransitOf, legsOutOfTransit, movedPieces } from './transit.ts';

/** imperfect_source 调拨签收 of domain.md §2. */
const signedDamaged = 5;

/** Damaged pieces are among those signed for, and said to be of another grade than they were sent in. */
export async function guardSign(step: Step<typeof allot>): Promise<void> {
  const { context, document, input, lines } = step;
  await refuseOpenEntries(context.db, { end: 'into', id: document.id });
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  for (const [place, { line_id }] of (input.lines ?? []).entries()) {
    const line = byId.get(line_id);
    const [signed, damaged] = [Number(line?.sign_qty), Number(line?.imperfect_qty)];
    const refuse = (name: string, words: string) => new Refusal('invalid', words, `lines.${place}.${name}`);
    // Pieces that nobody sent are not in the books yet.
    const received = Math.min(signed, Number(line?.send_qty));
    if (damaged > received) throw refuse('imperfect_qty', `其中残次 ${damaged} 超过发货且签收的 ${received}`);
    const type = line?.damage_type ?? null;
    if (damaged > 0 && (type === null || type === 0)) throw refuse('damage_type', '有残次时请选择品级');
    if (damaged > 0 && type === line?.imperfect_type) throw refuse('damage_type', '品级与发货的品级相同');
    if (damaged === 0 && type !== null) throw refuse('damage_type', '没有残次时不填品级');
  }
  await arrivedPieces(step);
  await damagedPieces(step);
}

/**
 * Takes what was sent and signed for out of transit into the receiver (P2 sign). What is missing stays in transit, what is too many is in no
 * books yet: both wait for the difference order that is made here. Damaged pieces keep their grade until they are judged (G11).
 */
export async function signAllot(kit: Kit, step: Step<typeof allot>): Promise<Values> {
  const { registry, policies } = kit;
  const { context, document, to } = step;
  const { db, opId, actor } = context;
  const source = allotSource(document);
  const receiver = document.in_warehouse_id;
  const { warehouse } = locationsOf(receiver);
  const lines = await step.lines();
  const transit = await inTransitOf(db, source, receiver);
  const at = context.now.toISOString();
  const named = await damagedPieces(step);
  await postStock(
    { db, policies },
    {
      source,
      legs: lines.flatMap((line) =>
        legsOutOfTransit(transit, {
          receiver,
          lineId: line.id,
          qty: receivedOf(line),
          to: { location: warehouse, bizType: bizType.allotIn },
        }),
      ),
      happenedAt: at,
      opId,
      adminId: actor.id,
      codes: await arrivedPieces(step),
    },
  );
  await sql`update allot_line set transit_qty = send_qty - least(sign_qty, send_qty) where allot_id = ${document.id}`.execute(
    db,
  );
  await registry.events.emit(context, allotReceived, {
    ...allotNamed(document),
    at,
    lines: await movedPieces(db, source, { opId, bizTypes: [bizType.allotIn], location: warehouse }),
  });
  await tellDamage(kit, step, { lines, pieces: named });
  if (to === allotState.differing) await makeDiff(kit, step);
  else await registry.events.emit(context, allotEnded, { ...allotNamed(document), status: allotState.finished });
  return {
    signed_at: at,
    sign_qty: sumOf(lines, 'sign_qty'),
    transit_qty: sumOf(lines, 'send_qty') - lines.reduce((sum, line) => sum + receivedOf(line), 0),
  };
}

const receivedOf = ({ sign_qty, send_qty }: LineRow<typeof allot>): number =>
  Math.min(Number(sign_qty), Number(send_qty));

async function tellDamage(
  { registry }: Kit,
  { context, document }: Step<typeof allot>,
  { lines, pieces }: { lines: readonly LineRow<typeof allot>[]; pieces: readonly DamagedPiece[] },
): Promise<void> {
  const damaged = lines.filter(({ imperfect_qty: qty }) => Number(qty) > 0);
  if (damaged.length === 0) return;
  const kinds = await damageOf(context.db, document.id);
  await registry.events.emit(context, goodsDamaged, {
    warehouse_id: document.in_warehouse_id,
    source: signedDamaged,
    source_no: document.allot_no,
    lines: damaged.flatMap((line) => {
      const said = [{ damage: requireField(line, 'damage_type'), qty: line.imperfect_qty }];
      const scanned = kinds.filter(({ line_id }) => line_id === line.id);
      const same = scanned.reduce((sum, { qty }) => sum + qty, 0) === line.imperfect_qty && damageIsOf(scanned, line);
      const own = pieces.filter(({ lineId }) => lineId === line.id);
      const shown = same ? scanned : said;
      // Of several kinds, those that nobody has seen as one of them are named where they are judged.
      const are = (damage: number) =>
        own.filter((piece) => shown.length === 1 || piece.damage === damage).map(({ codeId }) => codeId);
      return shown.map(({ damage, qty }) => ({
        sku_id: line.sku_id,
        from_type: line.imperfect_type,
        imperfect_type: damage,
        qty,
        // No more than there are of the kind, whatever a tablet saw in them.
        code_ids: are(damage).slice(0, qty),
        reason: `${allot.label}签收`,
      }));
    }),
  });
}

interface Damage {
  readonly line_id: number;
  readonly damage: number;
  readonly qty: number;
}

/** What tablets saw, kind by kind: a line has room for the commonest alone. */
async function damageOf(db: Step<typeof allot>['context']['db'], allotId: number): Promise<Damage[]> {
  const { rows } = await sql<Damage>`
    select line_id, damage_type as damage, sum(qty)::bigint as qty from allot_counted
    where allot_id = ${allotId} and side = 2 and damage_type is not null group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

// Else somebody at a desk has said another kind of it.
const damageIsOf = (scanned: readonly Damage[], line: LineRow<typeof allot>): boolean =>
  scanned.some(({ damage }) => damage === line.damage_type);
