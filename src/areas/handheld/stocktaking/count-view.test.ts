import { describe, expect, it } from 'vitest';
import { countCall } from '#contract/areas/warehouse/count-entry.ts';
import { figureKey } from '#contract/areas/warehouse/count-fold.ts';
import { wordOf } from '#src/local/index.ts';
import type { Send } from '#src/local/stream-turn.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { type CountView, viewCounts } from './count-view.ts';
import type { ScanRow } from './scan.ts';
import { stocktakingOf } from './stocktaking.ts';

const stream = { uid: 11, sheetId: 1 };
const scan = newScan(stream);
const key = figureKey({ round: 1, zone: 'A', counter: 11, goods: 1, imperfect_type: 0 });

describe('viewCounts', () => {
  const row = (given: Partial<ScanRow>): ScanRow => ({ ...rowBase, ...given });

  it('counts nothing that the server refused, set aside as late, or that was put away', () => {
    const gone = [
      row({ op_id: 'a', state: 'attention', outcome: 'refused' }),
      row({ op_id: 'b', state: 'attention', outcome: 'late' }),
      row({ op_id: 'c', state: 'settled' }),
    ];
    expect(viewOf(gone).figures.size).toBe(0);
    const kept = [
      row({ op_id: 'd' }),
      row({ op_id: 'e', state: 'received' }),
      row({ op_id: 'f', state: 'attention', outcome: 'unknown' }),
    ];
    expect(viewOf(kept).figures.get(key)?.qty).toBe(3);
  });

  it('does not let a refused void take anything back', () => {
    const rows = [
      row({ op_id: 'a' }),
      row({ op_id: 'v', kind: 'void', qty: 0, voids: 'a', state: 'attention', outcome: 'refused' }),
    ];
    expect(viewOf(rows).figures.get(key)?.qty).toBe(1);
    expect(viewOf(rows).last.at(-1)?.voided).toBe(false);
  });

  it('shows what is unsent in a stopped stream as waiting for a person', () => {
    const stopped = { code: 4003, msg: '没有操作权限', at: 0 };
    const view = viewCounts([row({ op_id: 'a' })], {
      stream: { stopped, note: {} } as never,
      sending: new Set(),
      lastMost: 9,
    });
    expect(view).toMatchObject({ unsent: 1, stopped, attention: [{ op_id: 'a', word: 'attention' }] });
  });

  it('has one word for each entry', () => {
    const at = (stopped: boolean, ...sending: string[]) => ({ stopped, sending: new Set(sending) });
    expect(wordOf(row({ op_id: 'a' }), at(false))).toBe('saved');
    expect(wordOf(row({ op_id: 'a' }), at(false, 'a'))).toBe('sending');
    expect(wordOf(row({ op_id: 'a', state: 'received' }), at(true, 'a'))).toBe('received');
    expect(wordOf(row({ op_id: 'a' }), at(true))).toBe('attention');
  });
});

describe('the live view', () => {
  it('follows scans, takings-back, sending and receiving', async () => {
    let release = () => {};
    const send = (async (call, input) => {
      if (call.path !== countCall.path) return { ok: true, value: {}, serverTime: null };
      await new Promise<void>((resolve) => (release = resolve));
      const { entries } = input as { entries: { op_id: string }[] };
      return {
        ok: true,
        value: { answers: entries.map(({ op_id }) => ({ op_id, outcome: 'accepted' })), server_time: '' },
        serverTime: null,
      };
    }) as Send;
    const device = await newDevice(send);
    const view = watching(device);
    const first = await stocktakingOf(device.local).append(scan);
    await stocktakingOf(device.local).append(newScan({ ...stream, kind: 'total', qty: 40 }));
    await view.until(
      (seen) => seen.figures.get(key)?.qty === 40 && seen.unsent === 2 && seen.oldest === first.counted_at,
    );
    const top = view.now()?.last[0];
    await stocktakingOf(device.local).append({ ...stream, kind: 'void', voids: top?.op_id ?? '' });
    await view.until((seen) => seen.figures.get(key)?.qty === 1);
    expect(view.now()?.last.map(({ kind, voided }) => [kind, voided])).toEqual([
      ['void', false],
      ['total', true],
      ['add', false],
    ]);
    await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
    const sent = device.local.sync.kick('signed_in');
    await view.until((seen) => seen.last.every(({ word }) => word === 'sending'));
    release();
    await sent;
    await view.until((seen) => seen.last.every(({ word }) => word === 'received') && seen.unsent === 0);
    view.end();
    expect(device.problems).toEqual([]);
  });

  it('sees what another page of the device does', async () => {
    const device = await newDevice();
    const view = watching(device);
    const other = await device.secondPage();
    await stocktakingOf(other.local).append(scan);
    await view.until((seen) => seen.unsent === 1);
    view.end();
  });
});

const rowBase: ScanRow = {
  op_id: '',
  seq: 1,
  uid: 11,
  sheet_id: 1,
  kind: 'add',
  zone: 'A',
  round: 1,
  barcode: '690001',
  sku_id: 1,
  imperfect_type: 0,
  qty: 1,
  counted_at: '2025-03-03T08:00:00.000Z',
  rev: 1,
  state: 'saved',
};

function viewOf(rows: ScanRow[]): CountView {
  return viewCounts(rows, { stream: undefined, sending: new Set(), lastMost: 9 });
}

function watching(device: TestDevice) {
  const live = stocktakingOf(device.local).counts(stream);
  let look = () => {};
  const end = live.subscribe(() => look());
  const until = (wanted: (view: CountView) => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        const view = live.get();
        if (view && wanted(view)) resolve();
      };
      look();
    });
  return { until, now: live.get, end };
}
