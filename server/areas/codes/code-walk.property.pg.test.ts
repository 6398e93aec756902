import { beforeAll, expect, it } from 'vitest';
import { codeStatus, standing } from '#contract/areas/codes/code-enums.ts';
import { brokenInvariants, invariants, rowsBreaking } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Change, type CodeDocuments, codeDocuments, type Walker } from '#tests/factories/code-documents.ts';
import { codesOf } from '#tests/factories/codes.ts';
import { createChance } from '#tests/torture/chance.ts';

// Codes are walked through the documents of a company (domain.md §4.18): purchases, sales, allots, changes of grade, scrap, returns, takes. What the
// life of a code has no step for is refused and changes nothing; after each step every code is where it must be, and its laws hold.

/** Walks at random after each step once, of so many steps; more with `DEEP=1`. Lives end, so that each walk has codes of its own. */
const walks = process.env['DEEP'] ? 30 : 1;
const steps = process.env['DEEP'] ? 60 : 25;
const first = Number(process.env['SEED'] ?? 1);
let seed = first;

let house: House;
let world: CodeDocuments;
const laws = invariants().filter(({ name }) => /^(i07|i1[345]|k1[123]|k6[3-6]|k7[01])-/.test(name));

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  world = await codeDocuments(house, 14);
});

interface Step {
  readonly name: string;
  /** The states that it is open to. */
  readonly from: readonly number[];
  /** Goes on with a document that must be there: it is not tried with codes that are in none. */
  readonly goesOn?: string;
  /** Null where there is nothing to do it with. */
  readonly take: (code: Walker) => Promise<Change | null>;
}

const { issued, bound, inStock, held, moving, sold, returned, imperfect, lost } = codeStatus;

function allSteps(): Step[] {
  const { documents } = world;
  return [
    { name: '绑定', from: [issued], take: documents.bind },
    { name: '换绑', from: [bound, inStock, held, imperfect], take: documents.rebind },
    { name: '仓内移动', from: [inStock, held, imperfect], take: documents.move },
    { name: '作废', from: [issued, bound], take: documents.drop },
    { name: '未用码退回', from: [issued, bound], take: documents.handBack },
    { name: '入库', from: [bound], take: (code) => documents.receive(code, 0) },
    { name: '残次入库', from: [bound], take: (code) => documents.receive(code, 3) },
    { name: '入库红冲', from: [inStock, imperfect], goesOn: 'batch', take: documents.unreceive },
    { name: '销售', from: [inStock], take: documents.sell },
    { name: '顾客还货', from: [sold], goesOn: 'order', take: (code) => documents.broughtBack(code, 0) },
    { name: '顾客还残', from: [sold], goesOn: 'order', take: (code) => documents.broughtBack(code, 1) },
    { name: '领用', from: [inStock, imperfect], take: documents.ownUse },
    { name: '转残次', from: [inStock], take: documents.degrade },
    { name: '转正品', from: [imperfect], take: documents.restore },
    { name: '挂失', from: [inStock, imperfect], take: documents.reportLost },
    { name: '调整通过', from: [held], goesOn: 'adjustment', take: documents.pass },
    { name: '调整驳回', from: [held], goesOn: 'adjustment', take: documents.reject },
    { name: '找回', from: [lost], take: documents.found },
    { name: '拣货', from: [inStock], take: documents.picked },
    { name: '放回货架', from: [held], goesOn: 'out', take: documents.putBack },
    { name: '调拨发出', from: [held], goesOn: 'out', take: documents.send },
    { name: '签收', from: [moving], goesOn: 'out', take: documents.sign },
    { name: '在途核销', from: [moving], goesOn: 'out', take: (code) => documents.missing(code, 'lost') },
    { name: '差异找到', from: [moving], goesOn: 'out', take: (code) => documents.missing(code, 'found') },
    { name: '差异退回', from: [moving], goesOn: 'out', take: (code) => documents.missing(code, 'back') },
    { name: '残次登记', from: [inStock], take: documents.imperfect },
    { name: '残次修复', from: [imperfect], goesOn: 'record', take: (code) => documents.dealt(code, 'restore') },
    { name: '残次报废', from: [imperfect], goesOn: 'record', take: (code) => documents.dealt(code, 'scrap') },
    { name: '退供', from: [inStock], take: documents.giveBack },
    { name: '退返码回收', from: [returned], goesOn: 'back', take: documents.recover },
  ];
}

const isOpen = ({ from, goesOn }: Step, { status, held: doc }: Walker): boolean =>
  from.includes(status) && (goesOn === undefined || doc?.[goesOn] !== undefined);

async function asMust(what: string): Promise<void> {
  const rows = await codesOf(house.db, world.order);
  const seen = rows.map(({ id, status, warehouse_id, imperfect_type }) => ({
    id,
    status,
    warehouse_id,
    imperfect_type,
  }));
  expect(seen, what).toEqual(
    world.walkers.map(({ id, status, place, grade }, at) => ({
      id,
      status,
      // Of a code that stands nowhere its last warehouse may be told still.
      warehouse_id: [...standing, lost].includes(status) ? place : (rows[at]?.warehouse_id ?? null),
      imperfect_type: [...standing, lost].includes(status) ? grade : (rows[at]?.imperfect_type ?? 0),
    })),
  );
  for (const { name, query } of laws) expect(await rowsBreaking(house.db, query), `${what}: ${name}`).toEqual([]);
}

async function walk(step: Step, code: Walker): Promise<void> {
  house.clock.advance(60_000);
  const { held: _gone, ...before } = code;
  const what = `seed ${seed}: ${step.name} of ${code.number} from ${code.status}`;
  const done = await step.take(code).catch((problem: unknown) => {
    throw new Error(what, { cause: problem });
  });
  if (!done) return;
  const { held: next, ...change } = done;
  Object.assign(code, before, change);
  delete code.held;
  if (next) code.held = next;
  await asMust(what);
}

const refusals = ['illegalTransition', 'invalid', 'stockShort', 'notFound', 'forbidden'];

async function refused(step: Step, code: Walker): Promise<void> {
  const what = `seed ${seed}: ${step.name} of ${code.number} from ${code.status} is refused`;
  const outcome = await step.take(code).then(
    (done) => (done ? 'done' : 'notFound'),
    (problem: { kind?: string }) => problem.kind ?? String(problem),
  );
  expect(refusals, what).toContain(outcome);
  await asMust(what);
}

/** A take by codes of the sender that reads some of all: what stands there unread is lost, what was lost and read is back. */
async function taken(read: readonly Walker[]): Promise<void> {
  const what = `seed ${seed}: take of ${read.map(({ number }) => number).join(', ')}`;
  await world.take(read);
  for (const code of world.walkers) {
    const isRead = read.includes(code);
    if ((code.status === inStock || code.status === imperfect) && code.place === world.sender && !isRead) {
      code.status = lost;
      delete code.held;
    } else if (code.status === lost && isRead) {
      code.status = code.grade === 0 ? inStock : imperfect;
      code.place = world.sender;
      delete code.held;
    }
  }
  await asMust(what);
}

it('each step of each document leads where it says', { timeout: 600_000 }, async () => {
  const byName = new Map(allSteps().map((step) => [step.name, step]));
  const [a, b, c, d, e, f, g] = world.walkers;
  if (!a || !b || !c || !d || !e || !f || !g) throw new Error('too few codes');
  const ways: readonly (readonly [Walker, string])[] = [
    ...['绑定', '入库', '拣货', '放回货架', '拣货', '调拨发出', '签收', '拣货', '调拨发出', '差异退回'].map(
      (name) => [a, name] as const,
    ),
    ...['绑定', '换绑', '残次入库', '入库红冲', '残次入库', '转正品', '调整驳回', '转正品', '调整通过'].map(
      (name) => [b, name] as const,
    ),
    ...['绑定', '入库', '转残次', '调整通过', '挂失', '调整通过', '找回', '仓内移动', '领用', '调整通过'].map(
      (name) => [c, name] as const,
    ),
    ...['绑定', '入库', '残次登记', '残次修复', '残次登记', '残次报废'].map((name) => [d, name] as const),
    ...['绑定', '入库', '退供', '退返码回收'].map((name) => [e, name] as const),
    ...['绑定', '入库', '销售', '顾客还货', '销售', '顾客还残', '转正品', '调整通过', '销售'].map(
      (name) => [g, name] as const,
    ),
    ...['绑定', '入库', '拣货', '调拨发出', '差异找到', '拣货', '调拨发出', '在途核销'].map(
      (name) => [f, name] as const,
    ),
  ];
  for (const [code, name] of ways) await walk(byName.get(name) as Step, code);
  // One that stands there is read, one is not.
  await taken([a]);
  await taken([a, b]);
  expect([a.status, b.status]).toEqual([inStock, inStock]);
  expect(await brokenInvariants(house.db)).toEqual([]);
});

it.each(Array.from({ length: walks }, (_, at) => first + at))(
  'steps at random, the illegal ones among them: seed %i',
  {
    timeout: 600_000,
  },
  async (given) => {
    seed = given;
    world = await codeDocuments(house, 8);
    const chance = createChance(seed);
    const all = allSteps();
    for (let at = 0; at < steps; at += 1) {
      if (chance.hits(0.05)) {
        await taken(world.walkers.filter(() => chance.hits(0.8)));
        continue;
      }
      const code = chance.pick(world.walkers);
      // Most of these end a life: seldom, or there is soon nobody left to walk.
      const open = all.filter(
        (step) => isOpen(step, code) && (!/作废|退|核销|报废|领用/.test(step.name) || chance.hits(0.15)),
      );
      const closed = all.filter(({ goesOn, from }) => goesOn === undefined && !from.includes(code.status));
      if (closed.length > 0 && (open.length === 0 || chance.hits(0.3))) await refused(chance.pick(closed), code);
      else if (open.length > 0) await walk(chance.pick(open), code);
    }
    expect(await brokenInvariants(house.db)).toEqual([]);
  },
);
