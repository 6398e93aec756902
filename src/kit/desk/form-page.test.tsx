// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { anAdjustment } from '#src/engine/test-adjustment.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { FormPage } from './form-page.tsx';
import { renderDesk } from './test-bench.tsx';

const [detail, edit, submit] = ['/v1/Inventory/adjustDetail', '/v1/Inventory/adjustEdit', '/v1/Inventory/adjustSubmit'];
const record = anAdjustment({ lines: 1, allowed: { transitions: ['submit'], edit: true } });
const saved = { result: { id: 8, version: 4, no: 'TZ8' } };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** The form of a document, with something typed into it. */
async function typeInto(line = (bench: ReturnType<typeof createBench>) => bench) {
  const bench = createBench();
  bench.on(detail, { result: record });
  bench.on(edit, saved);
  bench.on(submit, { result: { id: 8, version: 5, no: 'TZ8' } });
  const { router } = renderDesk(
    <FormPage definition={stockAdjustment} id={8} listAt="/list" savedAt={() => '/saved'} />,
    { bench: line(bench), keys: ['Inventory:adjustAdd'] },
  );
  await userEvent.type(await screen.findByLabelText(/备注/, { selector: '[data-field="remark"] *' }), '补记');
  return { bench, isLeft: () => expect(router.state.location.pathname).toBe('/saved') };
}

describe('a save with a submit', () => {
  it('whose outcome was unknown goes on to the submit once it is known', async () => {
    const { bench, isLeft } = await typeInto();
    bench.on(edit, 'cut');
    await press('保存并提交');
    await screen.findByText(/结果未知，请重试/);
    expect(bench.calls(submit)).toEqual([]);
    bench.on(edit, saved);
    await press('重试');
    await waitFor(isLeft);
    await screen.findByText('已提交');
    expect(bench.calls(submit).map(({ input }) => input)).toEqual([{ id: 8, version: 4 }]);
  });

  it('is a save alone when that was asked for last', async () => {
    const { bench, isLeft } = await typeInto();
    bench.on(edit, { code: 4001, msg: '备注：不能这样写', field: 'remark' });
    await press('保存并提交');
    await screen.findByText('备注：不能这样写');
    bench.on(edit, saved);
    await press('保存');
    await waitFor(isLeft);
    expect(bench.calls(submit)).toEqual([]);
  });

  it.each([
    ['nobody knows what became of the submit', 'cut', '已保存，提交的结果未知，请查看单据状态'],
    ['the submit was refused', { code: 4010, msg: '当前状态不允许此操作' }, '已保存，未提交：当前状态不允许此操作'],
  ] as const)('says so when %s', async (_when, reply, words) => {
    const { bench, isLeft } = await typeInto();
    bench.on(submit, reply);
    await press('保存并提交');
    await screen.findByText(words);
    expect(screen.queryByText(/结果未知/) === null).toBe(!words.includes('未知'));
    await waitFor(isLeft);
  });

  it('rests until the submit is over', async () => {
    let release = () => {};
    const { bench, isLeft } = await typeInto((whole) => {
      const held = heldPath(whole, submit);
      release = held.release;
      return held.bench;
    });
    await press('保存并提交');
    await waitFor(() => expect(bench.calls(submit)).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', true));
    release();
    await waitFor(isLeft);
    expect(bench.calls(edit)).toHaveLength(1);
  });
});
