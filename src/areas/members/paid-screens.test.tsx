// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { rebate } from '#contract/areas/members/rebate.ts';
import { user } from '#contract/areas/members/user.ts';
import { userStored } from '#contract/areas/members/user-stored.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { memberAt } from './addresses.ts';
import { Screen as Member } from './detail.tsx';
import { Screen as List } from './list.tsx';

const { view, paidAdd, paidRefund, settle, plan } = {
  view: 'userBusiness:view',
  paidAdd: 'userBusiness:paidAdd',
  paidRefund: 'userBusiness:paidRefund',
  settle: 'userBusiness:rebateSettle',
  plan: 'userBusiness:paidPlanSave',
} as const;
const [refundCall, settleCall] = [transitionCall(paidMembership, 'refund'), transitionCall(rebate, 'settle')];

const mayDo = (...transitions: readonly string[]) => ({ allowed: { edit: false, transitions } });
const listed = (...rows: readonly object[]) => ({
  result: { list: rows, total: rows.length, capped: false, sum: {} },
});

const membership = {
  id: 11,
  version: 1,
  membership_no: 'HF11',
  user_id: 5,
  user_id__title: 'HY5',
  plan_id: 1,
  plan_id__title: '年卡',
  amount: 9900,
  pay_type: 3,
  start_at: '2026-03-01T00:00:00.000Z',
  end_at: '2027-03-01T00:00:00.000Z',
  status: 1,
  ...mayDo('refund'),
};
const counted = (id: number, more: object = {}) => ({
  id,
  version: 1,
  rebate_no: `FL${id}`,
  user_id: 5,
  user_id__title: 'HY5',
  order_no: `DD${id}`,
  base_amount: 10_000,
  rate_bp: 200,
  amount: 200,
  due_at: '2026-03-08T00:00:00.000Z',
  status: 1,
  ...mayDo('settle'),
  ...more,
});
const card = {
  id: 1,
  version: 1,
  name: '年卡',
  price: 9900,
  days: 365,
  rebate_rate_bp: 200,
  tax_rate_bp: 600,
  benefits: '全年返利',
  status: 1,
};

function server(): Bench {
  const bench = createBench();
  bench.on(callsOf(user).detail.path, {
    result: { id: 5, version: 1, user_no: 'HY5', mobile: null, status: 1, ...mayDo(), audit: [] },
  });
  bench.on(callsOf(paidMembership).list.path, listed(membership));
  bench.on(callsOf(rebate).list.path, listed(counted(21), counted(22)));
  bench.on(callsOf(paidPlan).list.path, listed(card));
  bench.on(callsOf(paidPlan).detail.path, { result: { ...card, ...mayDo(), audit: [] } });
  bench.on(callsOf(paidPlan).options.path, { result: { list: [{ id: 1, title: '年卡', hint: null }] } });
  return bench;
}

const open = (
  element: 'member' | 'list',
  at: string,
  { bench = server(), keys = [view] as readonly string[] } = {},
) => {
  renderDesk(element === 'member' ? <Member /> : <List />, { bench, at, keys: ['user:view', ...keys] });
  return bench;
};

const press = async (name: string | RegExp, place: HTMLElement = document.body) =>
  userEvent.click(await within(place).findByRole('button', { name }));
const rowOf = (no: string) => screen.findByRole('row', { name: new RegExp(no) });
const fieldNamed = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`) as HTMLElement;
const inputOf = (name: string) => fieldNamed(name).querySelector<HTMLElement>('input, textarea') as HTMLElement;
const choose = async (label: RegExp, words: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  const offered = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      (one) => one.textContent === words,
    );
    if (!found) throw new Error(`${words} is not offered`);
    return found;
  });
  await userEvent.click(offered);
};

it('shows nothing of paid memberships, rebates and stored value on the page of a member to whoever may not see them', async () => {
  open('member', memberAt.detail(5), { keys: [] });
  await screen.findByRole('heading', { name: /会员 HY5/ });
  for (const { label } of [paidMembership, rebate, userStored])
    expect(screen.queryByRole('tab', { name: label })).toBeNull();
  expect(screen.queryByRole('button', { name: '开通付费会员' })).toBeNull();
});

it('shows all of it to whoever may look, and offers nothing', async () => {
  const bench = server();
  bench.on(callsOf(paidMembership).list.path, listed({ ...membership, ...mayDo() }));
  open('member', memberAt.detail(5), { bench });
  await screen.findByRole('tab', { name: userStored.label });
  await userEvent.click(screen.getByRole('tab', { name: paidMembership.label }));
  await screen.findByText('HF11');
  expect(screen.queryByRole('button', { name: '退订' })).toBeNull();
  expect(screen.queryByRole('button', { name: '开通付费会员' })).toBeNull();
});

it('a frozen member buys nothing', async () => {
  const bench = server();
  bench.on(callsOf(user).detail.path, {
    result: { id: 5, version: 1, user_no: 'HY5', mobile: null, status: 2, ...mayDo(), audit: [] },
  });
  open('member', memberAt.detail(5), { bench, keys: [view, paidAdd] });
  await screen.findByRole('heading', { name: /会员 HY5/ });
  expect(screen.queryByRole('button', { name: '开通付费会员' })).toBeNull();
});

it('a membership is bought for a plan and a way to pay, refused at its field, and until when it runs is read again', async () => {
  const bench = open('member', memberAt.detail(5), { keys: [view, paidAdd] });
  const add = callsOf(paidMembership).add;
  bench.on(add.path, { code: 4001, msg: '方案“年卡”已停用', field: 'plan_id' });
  await press('开通付费会员');
  await press('保存');
  expect((await within(fieldNamed('plan_id')).findByRole('alert')).textContent).toContain('方案');
  expect(within(fieldNamed('pay_type')).getByRole('alert').textContent).toContain('收款方式');
  expect(bench.calls(add.path)).toHaveLength(0);
  await choose(/方案/, '年卡');
  await choose(/收款方式/, '微信');
  await press('保存');
  // What does not come as cash has a number.
  await within(fieldNamed('trade_no')).findByRole('alert');
  expect(bench.calls(add.path)).toHaveLength(0);
  await choose(/收款方式/, '现金');
  await press('保存');
  await within(fieldNamed('plan_id')).findByText('方案“年卡”已停用');
  const read = bench.calls(callsOf(user).detail.path).length;
  bench.on(add.path, { result: { id: 12, version: 1, no: 'HF12' } });
  await press('保存');
  await waitFor(() => expect(bench.calls(callsOf(user).detail.path).length).toBeGreaterThan(read));
  expect(bench.calls(add.path).at(-1)?.input).toMatchObject({ user_id: 5, plan_id: 1, pay_type: 3 });
  expect(bench.calls(add.path).at(-1)?.input).not.toHaveProperty('amount');
});

it('a membership is given back with a sum and a reason, refused at its field, and its row says so at once', async () => {
  const bench = open('list', memberAt.paid, { keys: [view, paidRefund] });
  bench.on(refundCall.path, { code: 4001, msg: '实付 99.00，退款不能超过实付', field: 'refund_amount' });
  await press('退订', await rowOf('HF11'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/权益立即终止/);
  await press(/确 ?定/, dialog);
  await within(fieldNamed('refund_amount')).findByRole('alert');
  within(fieldNamed('reason')).getByRole('alert');
  expect(bench.calls(refundCall.path)).toHaveLength(0);
  await userEvent.type(within(dialog).getByLabelText(/退款金额/), '100');
  await userEvent.type(within(dialog).getByLabelText(/退订原因/), '顾客搬家');
  await press(/确 ?定/, dialog);
  await within(fieldNamed('refund_amount')).findByText('实付 99.00，退款不能超过实付');
  bench.on(refundCall.path, { result: { id: 11, version: 2, status: -1 } });
  bench.on(callsOf(paidMembership).list.path, listed({ ...membership, status: -1, refund_amount: 6600, ...mayDo() }));
  await userEvent.clear(within(dialog).getByLabelText(/退款金额/));
  await userEvent.type(within(dialog).getByLabelText(/退款金额/), '66');
  await press(/确 ?定/, dialog);
  await waitFor(async () => expect((await rowOf('HF11')).textContent).toContain('已退订'));
  expect(bench.calls(refundCall.path).at(-1)?.input).toMatchObject({
    id: 11,
    version: 1,
    refund_amount: 6600,
    reason: '顾客搬家',
  });
});

it('offers no payout to whoever may only look', async () => {
  const bench = server();
  bench.on(callsOf(rebate).list.path, listed(counted(21, mayDo())));
  open('list', memberAt.rebates, { bench });
  const row = await rowOf('FL21');
  expect(within(row).queryByRole('button', { name: '发放' })).toBeNull();
  expect(within(row).queryByRole('checkbox')).toBeNull();
});

it('a rebate of an order that may still come back is not paid out yet', async () => {
  const bench = server();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  bench.on(callsOf(rebate).list.path, listed(counted(21, { due_at: later }), counted(22)));
  open('list', memberAt.rebates, { bench, keys: [view, settle] });
  const may = async (no: string) => within(await rowOf(no)).getByRole<HTMLButtonElement>('button', { name: '发放' });
  expect((await may('FL21')).disabled).toBe(true);
  expect((await may('FL22')).disabled).toBe(false);
});

it('a rebate is paid out from its row, refused in words, and its row says so at once', async () => {
  const bench = open('list', memberAt.rebates, { keys: [view, settle] });
  const words = 'FL21 的订单仍可申请售后，2026-03-08 08:00 后可发放';
  bench.on(settleCall.path, { code: 4009, msg: words });
  await press('发放', await rowOf('FL21'));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('发放后计入会员储值余额');
  await press(/确 ?定/, dialog);
  await within(dialog).findByText(words);
  bench.on(settleCall.path, { result: { id: 21, version: 2, status: 2 } });
  bench.on(callsOf(rebate).list.path, listed(counted(21, { status: 2, ...mayDo() }), counted(22)));
  await press(/确 ?定/, dialog);
  await waitFor(async () => expect((await rowOf('FL21')).textContent).toContain('已发放'));
  expect(bench.calls(settleCall.path).at(-1)?.input).toMatchObject({ id: 21, version: 1 });
});

it('rebates that are picked are paid out together, and what is refused of them is said', async () => {
  const bench = open('list', memberAt.rebates, { keys: [view, settle] });
  bench.on(settleCall.path, {
    result: { count: 1, refused: [{ id: 22, no: 'FL22', code: 4009, msg: '不能发放自己收银的订单' }] },
  });
  for (const no of ['FL21', 'FL22']) await userEvent.click(within(await rowOf(no)).getByRole('checkbox'));
  const bar = await screen.findByText(/已选/);
  await press('发放', bar.closest('div') ?? document.body);
  await press(/确 ?定/, await screen.findByRole('dialog'));
  await screen.findByText(/不能发放自己收银的订单/);
  expect(bench.calls(settleCall.path).at(-1)?.input).toMatchObject({
    each: [
      { id: 21, version: 1 },
      { id: 22, version: 1 },
    ],
  });
});

it('shows plans alone to whoever may not write them', async () => {
  open('list', memberAt.plans);
  const row = await rowOf('年卡');
  expect(screen.queryByRole('button', { name: '新建' })).toBeNull();
  for (const name of ['编辑', '停用']) expect(within(row).queryByRole('button', { name })).toBeNull();
});

it('a plan is added with what the server refuses said at its field, and switched off', async () => {
  const bench = open('list', memberAt.plans, { keys: [view, plan] });
  const { add, status } = callsOf(paidPlan);
  bench.on(add.path, { code: 4013, msg: '方案名称已存在', field: 'name' });
  await press('新建');
  await press('保存');
  for (const name of ['name', 'price', 'days', 'benefits']) await within(fieldNamed(name)).findByRole('alert');
  expect(bench.calls(add.path)).toHaveLength(0);
  for (const [name, words] of [
    ['name', '年卡'],
    ['price', '99'],
    ['days', '365'],
    ['benefits', '全年返利'],
  ] as const)
    await userEvent.type(inputOf(name), words);
  await press('保存');
  await within(fieldNamed('name')).findByText('方案名称已存在');
  bench.on(add.path, { result: { id: 2, version: 1, no: null } });
  await press('保存');
  await waitFor(() => expect(document.querySelector('[data-field="benefits"]')).toBeNull());
  expect(bench.calls(add.path).at(-1)?.input).toMatchObject({
    name: '年卡',
    price: 9900,
    days: 365,
    benefits: '全年返利',
  });
  bench.on(status.path, { result: { count: 1 } });
  await press('停用', await rowOf('年卡'));
  await press(/确 ?定/, await screen.findByRole('alertdialog'));
  await waitFor(() => expect(bench.calls(status.path)).toHaveLength(1));
  expect(bench.calls(status.path)[0]?.input).toMatchObject({ ids: [1], status: 0 });
});
