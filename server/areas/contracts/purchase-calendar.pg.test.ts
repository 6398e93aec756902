import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { contract } from '#contract/areas/contracts/contract.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { purchasePriceAt } from '#server/terms/purchase-price-at.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { type Agreement, agreementKeys, contractInForce, newAgreement } from '#tests/factories/contracts.ts';

// Random sheets, taken back and ended with their contracts, against a calendar that is counted out day by day: which are refused
// because another begins on the same day, and what every piece of goods is bought at on every day.

/** Steps of one run; more of them on demand. */
const stepsMost = Number(process.env.PURCHASE_STEPS ?? runsOf(120));
const horizon = 45;
const day = 86_400_000;

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let department: Actor;
let finance: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  [maker, department, finance] = [
    await house.person('采购员', agreementKeys),
    await house.person('采购经理', agreementKeys),
    await house.person('财务经理', agreementKeys),
  ];
});

const stepArbitrary = fc.record({
  what: fc.constantFrom('sheet', 'sheet', 'sheet', 'sheet', 'takeBack', 'end', 'wait'),
  goods: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  /** Days from when a sheet is written until it begins, and that pass until finance has passed it. */
  ahead: fc.constantFrom(0, 0, 1, 2, 5, 9, 20),
  slow: fc.constantFrom(0, 0, 0, 1, 3),
  price: fc.integer({ min: 1, max: 100_000 }),
  which: fc.nat(9),
  days: fc.constantFrom(1, 2, 7),
});
type Taken = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never;

/** A price as the calendar knows it; days as texts. */
interface Entry {
  readonly sheet: number;
  readonly sku: number;
  readonly from: string;
  readonly price: number;
  readonly contract: number;
}

class Calendar {
  entries: Entry[] = [];
  /** From which day contracts do not hold. */
  readonly ended = new Map<number, string>();

  /** The last that has begun, as long as its contract holds. */
  priceOn(sku: number, on: string): number | undefined {
    const begun = this.entries.filter((one) => one.sku === sku && one.from <= on);
    const [last] = begun.sort((one, other) => (one.from < other.from ? 1 : -1));
    const until = last && this.ended.get(last.contract);
    return until !== undefined && on >= until ? undefined : last?.price;
  }

  end(of: number, from: string): void {
    this.ended.set(of, from);
    this.entries = this.entries.filter((one) => one.contract !== of || one.from < from);
  }
}

const today = (): string => businessDay(house.clock.now());
const daysAfter = (from: string, count: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + count * day).toISOString().slice(0, 10);

it('agree with a calendar counted by hand', async () => {
  const seen = { inForce: 0, refused: 0, takenBack: 0, ended: 0, asked: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: stepsMost, maxLength: stepsMost }), (steps) =>
      run(steps, seen),
    ),
    { numRuns: 1 },
  );
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  const books = await brokenInvariants(db);
  expect(books).toEqual([]);
});

async function run(steps: readonly Taken[], seen: Record<string, number>): Promise<void> {
  const agreement = await newAgreement(db, { count: 3 });
  const calendar = new Calendar();
  const contracts = [await contractInForce(db, agreement), await contractInForce(db, agreement, { co_model: 2 })];
  const write = async (step: Taken): Promise<boolean> => await sheet(step, { agreement, contracts, calendar });
  const count = (name: string): void => {
    seen[name] = (seen[name] ?? 0) + 1;
  };
  for (const step of steps) {
    if (step.what === 'sheet') count((await write(step)) ? 'inForce' : 'refused');
    if (step.what === 'takeBack' && (await takeBack(step, calendar))) count('takenBack');
    if (step.what === 'end') {
      await end(step, { agreement, contracts, calendar });
      count('ended');
    }
    if (step.what === 'wait') house.clock.advance(step.days * day);
    await compare(agreement, calendar);
    count('asked');
  }
}

interface World {
  readonly agreement: Agreement;
  readonly contracts: number[];
  readonly calendar: Calendar;
}

/** Writes a sheet and takes it through both judgements; whether it came into force. What the calendar says of it must be so. */
async function sheet(step: Taken, { agreement, contracts, calendar }: World): Promise<boolean> {
  const effective_date = daysAfter(today(), step.ahead);
  const ids = step.goods.map((place) => agreement.goods[place]?.id ?? 0);
  const wasPriced = (sku: number) => calendar.entries.some((one) => one.sku === sku && one.from <= effective_date);
  const first = wasPriced(ids[0] ?? 0);
  const skus = ids.filter((sku) => wasPriced(sku) === first);
  const contract_id = contracts[step.which % contracts.length] ?? 0;
  const { id } = await house.ask(maker, callsOf(purchasePriceSheet).add, {
    kind: first ? 2 : 1,
    ...(first ? { reason: '议价' } : {}),
    supplier_id: agreement.supplier_id,
    contract_id,
    effective_date,
    lines: skus.map((sku_id) => ({ sku_id, new_price: step.price, tax_rate_bp: 1300 })) as never,
  });
  const taken = (from: string) => calendar.entries.some((one) => skus.includes(one.sku) && one.from === from);
  const submits = await accepted(take('submit', maker, { id }));
  expect(submits).toBe(!taken(effective_date));
  if (!submits) return false;
  await take('departmentAudit', department, { id });
  house.clock.advance(step.slow * day);
  const from = effective_date > today() ? effective_date : today();
  const passes = await accepted(take('financeAudit', finance, { id }));
  expect(passes).toBe(!taken(from));
  if (passes)
    calendar.entries.push(...skus.map((sku) => ({ sheet: id, sku, from, price: step.price, contract: contract_id })));
  else await take('financeReject', finance, { id, remark: '改期' });
  return passes;
}

/** Takes a sheet back that has not begun, if there is one. */
async function takeBack({ which }: Taken, calendar: Calendar): Promise<boolean> {
  const ahead = [...new Set(calendar.entries.filter(({ from }) => from > today()).map((one) => one.sheet))];
  const id = ahead[which % Math.max(1, ahead.length)];
  if (id === undefined) return false;
  await take('cancel', department, { id, reason: '价格有误' });
  calendar.entries = calendar.entries.filter((one) => one.sheet !== id);
  return true;
}

/** Ends a contract from today or a day soon; another one takes its place. */
async function end({ which, days }: Taken, { agreement, contracts, calendar }: World): Promise<void> {
  const place = which % contracts.length;
  const id = contracts[place] ?? 0;
  const terminate_date = daysAfter(today(), days - 1);
  await house.ask(department, transitionCall(contract, 'terminate'), { id, terminate_date, reason: '双方协商终止' });
  calendar.end(id, terminate_date);
  contracts[place] = await contractInForce(db, agreement, { co_model: place + 1, end_date: '2027-12-31' });
}

async function compare({ supplier_id, goods }: Agreement, calendar: Calendar): Promise<void> {
  const sku_ids = goods.map(({ id }) => id);
  for (let ahead = -5; ahead < horizon; ahead += 1) {
    const date = daysAfter(today(), ahead);
    const prices = await purchasePriceAt(db, { supplier_id, sku_ids, date });
    const [found, counted] = [
      sku_ids.map((sku) => prices.get(sku)?.price),
      sku_ids.map((sku) => calendar.priceOn(sku, date)),
    ];
    expect([date, found]).toEqual([date, counted]);
  }
}

const take = (name: string, by: Actor, input: Record<string, unknown>) =>
  house.ask(by, transitionCall(purchasePriceSheet, name), input);

async function accepted(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
