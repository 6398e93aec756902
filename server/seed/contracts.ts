import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { type BuyingOffice, daysAfter, type Moment, openBuyingOffice, todayOf } from './buying-office.ts';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';
import { demoPdf } from './demo-pdf.ts';

type Until = 'draft' | 'cancelled' | 'waiting' | 'rejected' | 'to_take_effect' | 'in_force' | 'expired' | 'terminated';

interface Paper {
  readonly supplier: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly until: Until;
  /** 补充协议 to the supplier's contract in force, for its last brand. */
  readonly supplements?: true;
  readonly terminated?: string;
}

interface Supplier {
  readonly id: number;
  readonly short_name: string;
  readonly co_model: number;
  readonly purchaser_id: number;
  readonly brand_ids: readonly number[];
  readonly settle_cycle: number;
  readonly settle_days: number;
  readonly tax_rate_bp: number;
  readonly invoice_type: number;
  readonly take_rate_bp: number | null;
}

/** Authorisations and contracts of the demo company in every state, one in force for each supplier (domain.md §13.4). */
export async function seedContracts(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_311);
  const office = await openBuyingOffice(step, chance);
  const { rows } = await sql<Supplier>`select * from supplier where status = 1 order by id`.execute(step.tx);
  const today = todayOf(step);
  for (const supplier of rows) await authorise({ step, office, chance }, supplier, today);
  const running = new Map<string, number>();
  for (const paper of papersOf(rows, today)) {
    const supplier = rows.find((one) => one.short_name === paper.supplier);
    if (!supplier) throw new Error(`the demo supplier ${paper.supplier} is missing`);
    const id = await write({ step, office, chance }, paper, { supplier, main: running.get(paper.supplier) });
    if (paper.until === 'in_force' && !paper.supplements) running.set(paper.supplier, id);
  }
}

/** Brands that their suppliers may sell; one of them not for long any more, so that somebody is told of it. */
async function authorise(desk: Desk, supplier: Supplier, today: string): Promise<void> {
  const { make, buyer } = desk.office;
  const year = Number(today.slice(0, 4));
  for (const brand_id of supplier.brand_ids) {
    const ends = supplier.short_name === soonOver ? daysAfter(today, 20) : `${year + 1}-06-30`;
    const when: Moment = [`${year - 1}-01-05`, 10];
    const { id } = await make(callsOf(contractBrandAuth).add, buyer, when, {
      supplier_id: supplier.id,
      brand_id,
      auth_level: supplier.co_model === 2 ? 2 : 1,
      start_date: `${year - 1}-01-01`,
      end_date: ends,
    });
    const paper = await scanned(desk, { name: `授权书${id}`, lines: [`AUTHORISATION ${id}`], when });
    if (attachAuth) await make(attachAuth, buyer, when, { id, files: [{ id: paper, kind: 'auth' }] });
  }
}

const soonOver = '素织';
const attachAuth = attachmentCalls(contractBrandAuth)?.attach;

function papersOf(suppliers: readonly Supplier[], today: string): Paper[] {
  const year = Number(today.slice(0, 4));
  const whole = (of: number) => ({ name: `${of} 年度采购合同`, from: `${of}-01-01`, to: `${of}-12-31` });
  return [
    { supplier: '禾木森', ...whole(year - 1), until: 'expired' },
    {
      supplier: '卡罗维',
      name: '尾货采购合同',
      from: `${year - 1}-06-01`,
      to: `${year}-05-31`,
      until: 'terminated',
      terminated: `${year - 1}-12-15`,
    },
    ...suppliers.map(({ short_name }): Paper => ({ supplier: short_name, ...whole(year), until: 'in_force' })),
    {
      supplier: '禾木森',
      name: '青岚换季补充协议',
      from: daysAfter(today, -60),
      to: daysAfter(today, 25),
      until: 'in_force',
      supplements: true,
    },
    { supplier: '北辰', ...whole(year + 1), until: 'to_take_effect' },
    { supplier: '果知味', ...whole(year + 1), until: 'waiting' },
    { supplier: '步禾', ...whole(year + 1), until: 'rejected' },
    { supplier: '悦肌', ...whole(year + 1), until: 'draft' },
    { supplier: '凌羽', ...whole(year + 1), until: 'cancelled' },
  ];
}

interface Desk {
  readonly step: SeedStep;
  readonly office: BuyingOffice;
  readonly chance: Chance;
}

/** Takes a contract so far, by the same calls as the screens, each by the person whose work it is. */
async function write(
  desk: Desk,
  paper: Paper,
  { supplier, main }: { supplier: Supplier; main: number | undefined },
): Promise<number> {
  const { office } = desk;
  const { make, buyer, buyMgr, finMgr } = office;
  const { from, to, until } = paper;
  const signed = daysAfter(from, -20);
  const take = (name: string, by: Actor, when: Moment, input: Record<string, unknown>) =>
    make(transitionCall(contract, name), by, when, input);
  const { id, no } = await make(callsOf(contract).add, buyer, [signed, 9], {
    ...termsOf(desk, supplier),
    ...(paper.supplements
      ? { type: 5, parent_contract_id: main as number, brand_ids: supplier.brand_ids.slice(-1) }
      : { type: typeOf[supplier.co_model] ?? 1, brand_ids: [...supplier.brand_ids] }),
    name: paper.name,
    sign_date: signed,
    start_date: from,
    end_date: to,
  });
  if (until === 'draft') return id;
  if (until === 'cancelled') {
    await take('cancel', buyer, [signed, 10], { id, reason: '供应商改签框架合同' });
    return id;
  }
  await scan(desk, { id, no: String(no), when: [signed, 10] });
  await take('submit', buyer, [signed, 11], { id });
  if (until === 'waiting') return id;
  const judgement =
    until === 'rejected'
      ? { result: verdict.reject, remark: '账期与谈判纪要不一致，请核对' }
      : { result: verdict.pass };
  await take('audit', finMgr, [daysAfter(signed, 2), 15], { id, ...judgement });
  if (until === 'rejected' || until === 'to_take_effect') return id;
  await take('effect', buyMgr, [from, 9], { id, effective_date: from });
  if (paper.terminated)
    await take('terminate', buyMgr, [paper.terminated, 10], {
      id,
      terminate_date: paper.terminated,
      reason: '连续两批尾货残次率超标，双方协商终止',
    });
  if (until === 'expired')
    await runTransition(office.registry, office.byClock([daysAfter(to, 1), 1]), {
      definition: contract,
      name: 'expire',
      id,
    });
  return id;
}

/** contract_type by co_model: 采购框架合同, 代销合同, 联营合同. */
const typeOf: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4 };

function termsOf({ chance }: Desk, supplier: Supplier) {
  const { co_model, purchaser_id, settle_cycle, settle_days, tax_rate_bp, invoice_type, take_rate_bp } = supplier;
  const bought = co_model === 1;
  return {
    supplier_id: supplier.id,
    co_model,
    purchaser_id,
    settle_cycle,
    settle_days,
    tax_rate_bp,
    invoice_type,
    ...(take_rate_bp === null ? {} : { take_rate_bp }),
    ...(bought ? { amount_limit: chance.between(20, 90) * 10_000_000, deposit_rate_bp: 3000 } : {}),
    return_rate_bp: bought ? 1000 : 10_000,
    rebate_rate_bp: chance.one([0, 100, 200]),
    late_fine_rate_bp: 50,
  };
}

/** A scanned copy: uploaded by the buyer, then the contract's. Its id is the same at every load, so one that was killed leaves nothing behind. */
async function scan(desk: Desk, { id, no, when }: { id: number; no: string; when: Moment }): Promise<void> {
  const paper = await scanned(desk, { name: no, lines: [`CONTRACT ${no}`], when });
  await desk.office.make(contractCalls.scanSave, desk.office.buyer, when, {
    contract_id: id,
    files: [{ id: paper, kind: 'scan' }],
  });
}

/** A paper that the buyer has uploaded and that is of no record yet; its id. */
async function scanned(
  { step: { tx, files }, office, chance }: Desk,
  { name, lines, when }: { name: string; lines: string[]; when: Moment },
): Promise<string> {
  const bytes = demoPdf([...lines, 'Scanned copy of the demo company.']);
  const draft = await files.draft(chance.uuid().replaceAll('-', ''));
  await writeFile(draft.path, bytes);
  const { size } = await draft.commit();
  const { now } = office.byClock(when);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await sql`
    insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at)
    values (${draft.id}, ${`${name}.pdf`}, 'pdf', ${size}, ${sha256}, ${office.buyer.id}, 'voucher', true, ${now.toISOString()})`.execute(
    tx,
  );
  return draft.id;
}
