// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed } from '#src/engine/failure.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { forgetExpiring, readToday } from './expiring-today.ts';

const row = {
  spu_name: '每日混合坚果',
  expire_at: '2026-03-03',
  sku_no: 'S0000000001',
  warehouse_name: '嘉兴总仓',
  qty: 3,
};
const wire = createWire({ bases: ownBases, device: '', build: '', caller: () => null });

let asked: { path: string; body: Record<string, unknown> }[];
let days: unknown;

beforeEach(() => {
  // 10 o'clock in Shanghai.
  vi.useFakeTimers({ now: new Date('2026-03-02T02:00:00.000Z'), toFake: ['Date'] });
  asked = [];
  days = [2, 5];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    const result = path.endsWith('getConfig') ? { value: days } : { list: [row], total: 1 };
    return new Response(JSON.stringify({ code: 200, msg: 'ok', result }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('what expires soon', () => {
  it('is asked with the notice times of the configuration', async () => {
    expect(await readToday(wire, 3)).toEqual({ day: '2026-03-02', days: [2, 5], list: [row], total: 1 });
    expect(asked).toEqual([
      { path: '/api/erp/v1/Index/getConfig', body: { key: 'sku_expire_notice_times' } },
      {
        path: '/api/erp/v1/stock/getExpireSku',
        body: { expire_day: [2, 5], fileName: '临期商品', op: 2, page: 1, page_size: 200 },
      },
    ]);
  });

  it('is asked once until midnight in Shanghai, for each person', async () => {
    await readToday(wire, 3);
    vi.setSystemTime(new Date('2026-03-02T15:59:59.000Z'));
    await readToday(wire, 3);
    expect(asked).toHaveLength(2);
    await readToday(wire, 4);
    expect(asked).toHaveLength(4);
    vi.setSystemTime(new Date('2026-03-02T16:00:00.000Z'));
    await readToday(wire, 3);
    expect(asked).toHaveLength(6);
  });

  it('is not asked at all where nobody wants to be told', async () => {
    days = [];
    expect(await readToday(wire, 3)).toEqual({ day: '2026-03-02', days: [], list: [], total: 0 });
    expect(asked).toHaveLength(1);
  });

  it('is asked anew once it is forgotten', async () => {
    await readToday(wire, 3);
    await forgetExpiring(new QueryClient(), 3);
    await readToday(wire, 3);
    expect(asked).toHaveLength(4);
  });

  it('is asked with the times of now where they are changed while an answer is on its way, which is not kept', async () => {
    const queries = new QueryClient();
    const reads: Promise<unknown>[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answered = fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answer = await answered(path, init);
      if (asked.length === 1) await held;
      init.signal?.throwIfAborted();
      return answer;
    });
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      const read = readToday(wire, 3, signal);
      reads.push(read);
      return read;
    };
    const shown = queries.fetchQuery({ queryKey: ['expiring', 3], queryFn });
    await expect.poll(() => asked.length).toBe(1);
    days = [9];
    await forgetExpiring(queries, 3);
    expect(await shown).toMatchObject({ days: [9] });
    release();
    await Promise.allSettled(reads);
    expect(await readToday(wire, 3)).toMatchObject({ days: [9] });
    expect(asked).toHaveLength(3);
  });

  it('is not kept when it could not be had', async () => {
    vi.stubGlobal('fetch', async () => new Response('{"code":5000,"msg":""}'));
    await expect(readToday(wire, 3)).rejects.toBeInstanceOf(CallFailed);
    expect(localStorage).toHaveLength(0);
  });
});
