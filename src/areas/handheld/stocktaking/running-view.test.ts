import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CountView, viewCounts } from './count-view.ts';
import { createRunningView } from './running-view.ts';
import type { CountStream, ScanRow } from './scan.ts';

const word = fc.constantFrom(
  { state: 'received' as const, outcome: 'accepted' as const },
  { state: 'attention' as const, outcome: 'unknown' as const },
  { state: 'attention' as const, outcome: 'late' as const },
  { state: 'attention' as const, outcome: 'refused' as const },
  { state: 'settled' as const },
);

/** A person counts, types totals, takes back; the server answers in any order, and answers are put away. */
const action = fc.oneof(
  fc.record({
    what: fc.constant('add' as const),
    goods: fc.nat(2),
    qty: fc.integer({ min: 1, max: 3 }),
    zone: fc.nat(1),
  }),
  fc.record({ what: fc.constant('total' as const), goods: fc.nat(2), qty: fc.nat(5), zone: fc.nat(1) }),
  fc.record({ what: fc.constant('void' as const), entry: fc.nat() }),
  fc.record({ what: fc.constant('answer' as const), entry: fc.nat(), word }),
  fc.record({ what: fc.constant('stop' as const), stopped: fc.boolean() }),
);

it('shows at every moment what a view made anew would show', () => {
  fc.assert(
    fc.property(fc.array(fc.array(action, { maxLength: 4 }), { maxLength: 30 }), fc.nat(3), (turns, lastMost) => {
      const running = createRunningView();
      const rows: ScanRow[] = [];
      let stream: CountStream | undefined;
      let earlier: Record<'view' | 'anew', Omit<CountView, 'ofCode'>> | undefined;
      for (const [turn, actions] of turns.entries()) {
        const changed = new Map<string, ScanRow>();
        const keep = (row: ScanRow) => {
          rows[(row.id ?? 1) - 1] = row;
          changed.set(row.op_id, row);
        };
        for (const one of actions) {
          if (one.what === 'stop') {
            stream = { ...base, stopped: one.stopped ? { code: null, msg: '', at: 0 } : null };
          } else if (one.what === 'answer') {
            const row = rows[one.entry % Math.max(1, rows.length)];
            if (row) keep({ ...row, ...one.word, rev: turn + 1 });
          } else {
            const entries = rows.filter((row) => row.kind !== 'void');
            const target = one.what === 'void' ? entries[one.entry % Math.max(1, entries.length)] : undefined;
            if (one.what === 'void' && !target) continue;
            keep(rowOf(one, { target, number: rows.length + 1, rev: turn + 1 }));
          }
        }
        running.take([...changed.values()].sort((a, b) => (a.id ?? 0) - (b.id ?? 0)));
        const at = { stream, sending: new Set(rows.slice(0, 1).map((row) => row.op_id)), lastMost: lastMost + 1 };
        // A screen still shows the view before: its parts must stay of one moment.
        expect(earlier?.view).toEqual(earlier?.anew);
        const { ofCode: ofRunning, ...view } = running.look(at);
        const { ofCode: ofAnew, ...anew } = viewCounts(rows, at);
        earlier = { view, anew };
        expect(view).toEqual(anew);
        for (const code of ['code-0', 'code-1', 'code-2']) expect(ofRunning(code)).toEqual(ofAnew(code));
      }
    }),
  );
});

const base = { uid: 11, note: { round: 1, zones: [] }, told: true } as unknown as CountStream;

function rowOf(
  action: { what: 'add' | 'total'; goods: number; qty: number; zone: number } | { what: 'void' },
  { target, number, rev }: { target: ScanRow | undefined; number: number; rev: number },
): ScanRow {
  const head = {
    id: number,
    op_id: `op-${number}`,
    seq: number,
    uid: 11,
    sheet_id: 1,
    rev,
    state: 'saved' as const,
    round: 1,
    imperfect_type: 0,
    counted_at: `2026-01-01T00:00:${String(59 - (number % 60)).padStart(2, '0')}.000Z`,
  };
  if (action.what === 'void') {
    const { zone = 'A', barcode = '', sku_id = null, op_id = '' } = target ?? {};
    return { ...head, kind: 'void', qty: 0, zone, barcode, sku_id, voids: op_id };
  }
  const { what, goods, qty, zone } = action;
  return {
    ...head,
    kind: what,
    qty,
    zone: zone === 0 ? 'A' : 'B',
    barcode: `code-${goods}`,
    sku_id: goods === 0 ? null : goods,
  };
}
