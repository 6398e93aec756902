import { randomUUID } from 'node:crypto';
import {
  type CountEntry,
  type CountResult,
  closeZoneCall,
  countCall,
  downloadCall,
  progressCall,
  reportCall,
} from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { person } from './people.ts';

export const sheetCalls = {
  ...callsOf(stocktaking),
  start: transitionCall(stocktaking, 'start'),
  submit: transitionCall(stocktaking, 'submit'),
  review: transitionCall(stocktaking, 'review'),
  audit: transitionCall(stocktaking, 'audit'),
  post: transitionCall(stocktaking, 'post'),
  cancel: transitionCall(stocktaking, 'cancel'),
};

export interface SheetPeople {
  lead: Actor;
  reviewer: Actor;
  auditor: Actor;
  counters: [Actor, Actor];
}

/** The people around a sheet: who plans, who reviews, who audits, two who count. */
export async function sheetPeople(house: House): Promise<SheetPeople> {
  const view = 'stocktaking:view';
  const lead = await house.person('主管', [
    view,
    'stocktaking:add',
    'stocktaking:edit',
    'stocktaking:start',
    'stocktaking:submit',
    'stocktaking:post',
    'stocktaking:cancel',
    'stocktaking:review',
    'stocktaking:count',
  ]);
  const reviewer = await house.person('复核', [view, 'stocktaking:review', 'stocktaking:post']);
  const auditor = await house.person('财务', [view, 'stocktaking:audit']);
  const counting = [view, 'stocktaking:count', 'stocktaking:submit'];
  return {
    lead,
    reviewer,
    auditor,
    // Named to count, so their rights must stand in the database.
    counters: [
      await person(house.db, { nickname: '盘点甲', keys: counting }),
      await person(house.db, { nickname: '盘点乙', keys: counting }),
    ],
  };
}

/** One tablet in one pair of hands, on one sheet: makes entries and sends them, keeping its lane's order. */
export class Tablet {
  readonly device = `tablet-${randomUUID()}`;
  readonly waiting: CountEntry[] = [];
  #seq = 0;
  #rev = 0;
  /** The round it counts in: of the last download, or a later one in which it has counted since. */
  round = 1;
  readonly house: House;
  readonly actor: Actor;
  readonly sheet: number;

  constructor(house: House, actor: Actor, sheet: number) {
    this.house = house;
    this.actor = actor;
    this.sheet = sheet;
  }

  async download(...zones: string[]): Promise<void> {
    const { round } = await this.house.ask(this.actor, downloadCall, {
      id: this.sheet,
      device_id: this.device,
      device_name: '平板',
      zones,
    });
    this.round = round;
  }

  /** Counts while out of reach; nothing is sent yet. */
  count(
    barcode: string,
    {
      zone,
      qty = 1,
      kind = 'add',
      at,
      round = 1,
      grade = 0,
    }: { zone: string; qty?: number; kind?: 'add' | 'total'; at?: Date; round?: number; grade?: number },
  ): CountEntry {
    const entry: CountEntry = {
      op_id: randomUUID(),
      seq: (this.#seq += 1),
      kind,
      zone,
      round,
      barcode,
      imperfect_type: grade,
      qty,
      counted_at: (at ?? this.house.clock.now()).toISOString(),
    };
    this.waiting.push(entry);
    this.round = Math.max(this.round, round);
    return entry;
  }

  /** Takes an entry back. */
  uncount(entry: CountEntry): CountEntry {
    const taken: CountEntry = {
      ...entry,
      op_id: randomUUID(),
      seq: (this.#seq += 1),
      kind: 'void',
      qty: 0,
      voids: entry.op_id,
      counted_at: this.house.clock.now().toISOString(),
    };
    this.waiting.push(taken);
    this.round = Math.max(this.round, taken.round);
    return taken;
  }

  async send(): Promise<CountResult> {
    if (this.waiting.length === 0) return { answers: [], server_time: this.house.clock.now().toISOString() };
    const result = await this.house.ask(this.actor, countCall, {
      id: this.sheet,
      device_id: this.device,
      entries: [...this.waiting],
    });
    const answered = new Set(result.answers.map((answer) => answer.op_id));
    this.waiting.splice(0, this.waiting.length, ...this.waiting.filter((entry) => !answered.has(entry.op_id)));
    return result;
  }

  /** Hands zones back, in the round that it counts in. */
  async finish(...zones: string[]): Promise<void> {
    await this.house.ask(this.actor, reportCall, {
      id: this.sheet,
      device_id: this.device,
      rev: (this.#rev += 1),
      round: this.round,
      zones: zones.map((zone) => ({ zone, unsent: this.waiting.length, finished: true })),
    });
  }
}

/** A started sheet of a warehouse. */
export async function startedSheet(
  house: House,
  people: SheetPeople,
  { warehouse, ...fields }: { warehouse: number } & Record<string, unknown>,
): Promise<number> {
  const saved = await house.ask(people.lead, sheetCalls.add, {
    warehouse_id: warehouse,
    take_type: 1,
    plan_date: '2026-03-02',
    counter_ids: people.counters.map((one) => one.id),
    ...fields,
  } as never);
  await house.ask(people.lead, sheetCalls.start, { id: saved.id });
  return saved.id;
}

/** Closes a zone by its code. */
export async function close(
  house: House,
  actor: Actor,
  { sheet, zone, reason }: { sheet: number; zone: string; reason?: string },
): Promise<void> {
  const { zones } = await house.ask(actor, progressCall, { id: sheet });
  const found = zones.find((one) => one.code === zone);
  await house.ask(actor, closeZoneCall, {
    id: sheet,
    zone_id: found?.id ?? 0,
    ...(reason ? { override_reason: reason } : {}),
  });
}

/** Submits, reviews, audits and posts a sheet that is counted, or that was `submitted`. */
export async function carryThrough(
  house: House,
  people: SheetPeople,
  sheet: number,
  { submitted = false } = {},
): Promise<void> {
  if (!submitted) await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
  await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
  await house.ask(people.lead, sheetCalls.post, { id: sheet });
}
