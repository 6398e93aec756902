import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { bank } from '#contract/areas/partners/bank.ts';
import { ownAccount } from '#contract/areas/partners/own-account.ts';
import { subBranch } from '#contract/areas/partners/sub-branch.ts';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import type { Call } from '#contract/kit/call.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { bankHooks } from '#server/areas/partners/bank.ts';
import { ownAccountHooks } from '#server/areas/partners/own-account.ts';
import { subBranchHooks } from '#server/areas/partners/sub-branch.ts';
import { serveSupplierAccount } from '#server/areas/partners/supplier-account.ts';
import type { Actor } from '#server/identity/actor.ts';
import { callerOf } from '#server/import/make-call.ts';
import { personNamed } from '#server/import/staff.ts';
import { Registry } from '#server/kit/registry.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { createLog } from '../platform/log.ts';
import { add, type SeedStep } from './context.ts';

/**
 * Banks, their branches near the suppliers, and the accounts of these (domain.md §13.4): proposed by a buyer and judged by finance,
 * with a change in every state. Suppliers, people and areas must be there.
 */
export async function seedBankAccounts(step: SeedStep): Promise<void> {
  const bankIds: number[] = [];
  for (const [code, name] of banks)
    bankIds.push(await add(step, bank, { input: { code, name, status: 1 }, hooks: bankHooks }));
  await seedClosed(step, bankIds[0] ?? 0);
  await seedOwn(step, bankIds);
  const { rows: suppliers } = await sql<Placed>`
    select s.id, s.name, s.area_code, concat_ws('', case when c.name not in ('市辖区', '县') then c.name end, nullif(a.name, c.name)) as place
    from supplier s join area a on a.code = s.area_code left join area c on c.code = a.parent_code where s.status = 1 order by s.id`.execute(
    step.tx,
  );
  const team = await openTeam(step);
  for (const [index, { id, name, area_code, place }] of suppliers.entries()) {
    const at = index % banks.length;
    const [, bankName = '', prefix = ''] = banks[at] ?? [];
    const branch = async (suffix: string, number: number) => {
      const line_no = `${prefix}${area_code.slice(0, 4)}${String(number).padStart(5, '0')}`;
      const input = { bank_id: bankIds[at], name: `${bankName}${place}${suffix}`, line_no, area_code, status: 1 };
      return await add(step, subBranch, { input, hooks: subBranchHooks });
    };
    const first = await branch('支行', index * 10 + 1);
    const second = await branch('第二支行', index * 10 + 2);
    const terms = { supplier_id: id, account_name: `${name}有限公司`, account_type: 1, bank_id: bankIds[at] };
    const account_no = (place: number) => numberOf(prefix, index, place);
    const account = await team.propose({ ...terms, account_no: account_no(1), sub_branch_id: first, is_default: true });
    await team.check(account, verdict.pass);
    await team.more[index]?.({ account, terms: { ...terms, account_no: account_no(2), sub_branch_id: second } });
  }
}

interface Placed {
  id: number;
  name: string;
  area_code: string;
  /** City and district. */
  place: string;
}

const banks: readonly (readonly [code: string, name: string, prefix: string])[] = [
  ['ICBC', '工商银行', '102'],
  ['CCB', '建设银行', '105'],
  ['ABC', '农业银行', '103'],
  ['BOC', '中国银行', '104'],
  ['CMB', '招商银行', '308'],
];

/** What the company pays from: the account of every day, which is the default, and a second one. */
async function seedOwn(step: SeedStep, bankIds: readonly number[]): Promise<void> {
  const account_name = '折乐惠服饰零售有限公司';
  for (const [at, [name, account_no]] of own.entries())
    await add(step, ownAccount, {
      input: { name, account_name, account_no, bank_id: bankIds[at] },
      hooks: ownAccountHooks,
    });
}

const own: readonly (readonly [name: string, account_no: string])[] = [
  ['工商银行杭州分行基本户', '1202020409900112233'],
  ['建设银行杭州分行一般户', '33050161600100004455'],
];

/** A bank and a branch that nobody is paid through any more. */
async function seedClosed(step: SeedStep, bankId: number): Promise<void> {
  await add(step, bank, { input: { code: 'XHB', name: '溪禾村镇银行', status: 0 }, hooks: bankHooks });
  const branch = {
    bank_id: bankId,
    name: '工商银行杭州旧营业部',
    line_no: '102330199999',
    area_code: '330106',
    status: 0,
  };
  await add(step, subBranch, { input: branch, hooks: subBranchHooks });
}

const numberOf = (prefix: string, index: number, place: number): string =>
  `${prefix}020${String(index + 1).padStart(4, '0')}9${String(place).padStart(8, '0')}`;

type Terms = Readonly<Record<string, unknown>>;

interface Team {
  /** Saves a new account; its id. */
  propose(terms: Terms): Promise<number>;
  /** Judges the change that waits. */
  check(account: number, result: 1 | 2): Promise<void>;
  /** What else there is of the suppliers, in their order. */
  readonly more: readonly ((given: { account: number; terms: Terms }) => Promise<void>)[];
}

async function openTeam(step: SeedStep): Promise<Team> {
  const registry = new Registry();
  serveSupplierAccount({ registry, numbers: step.numbers, policies: stockPolicies(step.numbers, registry.events) });
  const call = callerOf(registry, createLog({ level: 'warn' }));
  const staff = async (username: string): Promise<Actor> => {
    const found = await personNamed(step.tx, username);
    if (!found) throw new Error(`demo account ${username} is missing`);
    return found;
  };
  const [buyer, manager, clerk] = [await staff('buyer'), await staff('buyMgr'), await staff('fin')];
  const ask = <In, Out>(actor: Actor, asked: Call<In, Out>, input: In): Promise<Out> =>
    call(step.tx, asked, { actor, now: step.now, opId: randomUUID(), input });
  const calls = callsOf(supplierAccount);
  const waiting = async (account: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select id from supplier_account_change where account_id = ${account} and status = 1`.execute(step.tx);
    return rows[0]?.id ?? 0;
  };
  const propose: Team['propose'] = async (terms) => (await ask(buyer, calls.add, terms as never)).id;
  const check: Team['check'] = async (account, result) => {
    const remark = result === verdict.reject ? { remark: '开户许可证与户名不一致' } : {};
    const asked = transitionCall(supplierAccountChange, 'check');
    await ask(clerk, asked, { id: await waiting(account), result, ...remark });
  };
  const edit = async (account: number, terms: Terms) => {
    const { version } = await ask(buyer, calls.detail, { id: account });
    await ask(buyer, calls.edit, { ...terms, id: account, version });
  };
  const withdraw = async (account: number) => {
    const asked = transitionCall(supplierAccountChange, 'withdraw');
    await ask(buyer, asked, { id: await waiting(account), reason: '账号录入有误' });
  };
  return {
    propose,
    check,
    more: [
      // A second account: waits for finance, was sent back, was taken back.
      async ({ terms }) => void (await propose(terms)),
      async ({ terms }) => await check(await propose(terms), verdict.reject),
      async ({ terms }) => await withdraw(await propose(terms)),
      // The account in force is to move to another branch: waits, was refused, was taken back, was proposed anew.
      async ({ account, terms }) => await edit(account, { sub_branch_id: terms.sub_branch_id }),
      async ({ account, terms }) => {
        await edit(account, { sub_branch_id: terms.sub_branch_id });
        await check(account, verdict.reject);
      },
      async ({ account, terms }) => {
        await edit(account, { sub_branch_id: terms.sub_branch_id });
        await withdraw(account);
      },
      async ({ account, terms }) => {
        await edit(account, { sub_branch_id: terms.sub_branch_id });
        await edit(account, { account_name: `${String(terms.account_name)}分公司` });
      },
      // A second account in force, the first one is out of use.
      async ({ account, terms }) => {
        await check(await propose({ ...terms, is_default: true }), verdict.pass);
        await ask(manager, calls.status, { ids: [account], status: 0 });
      },
    ],
  };
}
