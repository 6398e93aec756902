import { beforeAll, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type CodeRow, codeKeys, codePeople, freshEpc, issued, stockedCodes } from '#tests/factories/codes.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Codes of warehouses that a person does not see are as if they were not there, whatever is asked of them.

let house: House;
let outside: Actor;
let code: CodeRow | undefined;
let fresh: CodeRow | undefined;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  const people = await codePeople(house);
  const { codes, warehouse, sku } = await stockedCodes(house, { people, qty: 1 });
  [code] = codes;
  [fresh] = (await issued(house, { people, sku, qty: 1, warehouse })).codes;
  outside = await house.person('外仓', codeKeys, [{ warehouse: [(await shelf(house.db)).id] }]);
});

describe('a code outside the data scope', () => {
  it('is in no list and on no trace', async () => {
    for (const definition of [uniqueCode, goodsPool])
      expect((await house.ask(outside, callsOf(definition).list, {})).list).toEqual([]);
    for (const asked of [{ unique_code: code?.unique_code ?? '' }, { epc: code?.epc ?? '' }])
      await expect(house.ask(outside, codeCalls.track, asked)).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('is neither bound, changed, moved, voided nor reported', async () => {
    const ids = [code?.id ?? 0];
    const bound = await house.ask(outside, codeCalls.bind, {
      items: [{ unique_code: fresh?.unique_code ?? '', epc: freshEpc() }],
    });
    expect(bound.errors.map(({ error }) => error)).toEqual(['唯一码不存在']);
    for (const [call, input] of [
      [codeCalls.rebind, { code_id: ids[0] ?? 0, epc: freshEpc(), reason: '标签损坏' }],
      [codeCalls.move, { code_ids: ids, position: 'A-01' }],
      [codeCalls.void, { code_ids: [fresh?.id ?? 0], reason: '吊牌印坏' }],
      [codeCalls.lost, { code_ids: ids, op: 1 as const, reason: '巡检未找到' }],
    ] as const)
      await expect(house.ask(outside, call as never, input as never)).rejects.toMatchObject({ kind: 'notFound' });
  });
});
