import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type CategoryNode, category } from '#contract/areas/goods/category.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { countCall, decideExceptionCall, downloadCall, progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { addBrand, addCategory, addSpu, addUnit } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';

// What a person may not see is told by no number and no sentence about something that they may see.

const { db } = await testDatabase();
const office = officeOf(db);
const limited = (...scope: ScopeRule[]): Actor => anyone({ scope });

describe('a number and a refusal about what one may see', () => {
  it('a category counts the styles of the brands that the person sees', async () => {
    const place = await addCategory(office);
    const [ours, theirs] = [await addBrand(office), await addBrand(office)];
    await addSpu(office, { category_id: place, brand_id: ours });
    await addSpu(office, { category_id: place, brand_id: theirs });
    const count = async (actor?: Actor): Promise<number | undefined> => {
      const { list } = await office.call(callsOf(category).list, {}, actor);
      return (list as unknown as CategoryNode[]).find((node) => node.id === place)?.spu_count;
    };
    expect(await count()).toBe(2);
    expect(await count(limited({ brand: [ours] }))).toBe(1);
  });

  it('a unit or category in use names the style that uses it only to who may see it', async () => {
    const [measure, place, theirs] = [await addUnit(office), await addCategory(office), await addBrand(office)];
    const style = await addSpu(office, { unit_id: measure, category_id: place, brand_id: theirs, name: '别家的大衣' });
    await sql`update spu set status = 1 where id = ${style}`.execute(db);
    const elsewhere = limited({ brand: [999_999] });
    for (const [call, ids] of [
      [callsOf(unit).status, [measure]],
      [callsOf(category).status, [place]],
    ] as const) {
      expect((await office.refused(call, { ids: [...ids], status: 0 })).words).toContain('“别家的大衣”');
      const told = await office.refused(call, { ids: [...ids], status: 0 }, elsewhere);
      expect(told.kind).toBe('illegalTransition');
      expect(told.words).not.toContain('大衣');
    }
  });

  it('a warehouse that serves an open shop names it only to who may see it', async () => {
    const { id } = await shelf(db);
    await sql`insert into organize (id, name, code, type) values (77, '某区', 'MQ', 3)`.execute(db);
    await sql`insert into shop (shop_no, name, type, district_id, warehouse_id, area_code, address, status) values ('M77', '别家的店', 1, 77, ${id}, '1', '1', 1)`.execute(
      db,
    );
    const off = { ids: [id], status: 0 };
    expect((await office.refused(callsOf(warehouse).status, off)).words).toContain('“别家的店”');
    const told = await office.refused(callsOf(warehouse).status, off, limited({ shop: [999_999] }));
    expect(told).toMatchObject({ kind: 'illegalTransition' });
    expect(told.words).not.toContain('别家');
  });
});

it('a counter who sees one brand downloads that one, and what else is scanned is unknown and kept', async () => {
  const house = openHouse(db);
  const place = await shelf(db, { zones: ['A1'] });
  const [ours] = await pieces(db);
  const [theirs] = await pieces(db);
  const lead = anyone();
  const sheet = await house.ask(lead, callsOf(stocktaking).add, {
    warehouse_id: place.id,
    take_type: 1,
    plan_date: '2026-03-02',
    freeze: false,
    blind: true,
  });
  await house.ask(lead, transitionCall(stocktaking, 'start'), { id: sheet.id });
  const counter = limited({ brand: [ours?.brand_id ?? 0] });
  const device = { id: sheet.id, device_id: 'tablet-0001' };
  const download = await house.ask(counter, downloadCall, { ...device, device_name: '平板', zones: ['A1'] });
  const known = download.goods.map((goods) => goods.sku_id);
  expect(known).toContain(ours?.id);
  expect(known).not.toContain(theirs?.id);

  const entry = {
    kind: 'add' as const,
    zone: 'A1',
    round: 1,
    imperfect_type: 0,
    qty: 1,
    counted_at: '2026-03-02T02:00:00.000Z',
  };
  const { answers } = await house.ask(counter, countCall, {
    ...device,
    entries: [ours, theirs].map((piece, index) => ({
      ...entry,
      op_id: crypto.randomUUID(),
      seq: index + 1,
      barcode: piece?.barcode ?? '',
    })),
  });
  expect(answers.map((answer) => answer.outcome)).toEqual(['accepted', 'unknown']);

  const { exceptions } = await house.ask(lead, progressCall, { id: sheet.id });
  const decision = { id: sheet.id, count_ids: exceptions.map((one) => one.count_id) };
  const asCounter = (sku_id: number) => office.refused(decideExceptionCall, { ...decision, sku_id }, counter);
  expect(await asCounter(theirs?.id ?? 0)).toEqual(await asCounter(999_999_999));
  await house.ask(lead, decideExceptionCall, { ...decision, sku_id: theirs?.id ?? 0 });
  const told = async (actor: Actor) =>
    (await house.ask(actor, progressCall, { id: sheet.id })).exceptions[0]?.decided?.sku_no ?? null;
  expect(await told(lead)).toBe(theirs?.sku_no);
  expect(await told(counter)).toBeNull();
});
