// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addTask, taskTypeList } from '#contract/areas/tasks/calls.ts';
import { LocalProvider } from '#src/engine/local-context.tsx';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { clearToasts, useNotices } from '#src/kit/notice.ts';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { loadExportForms } from './export-forms.ts';
import { NewTask } from './new-task.tsx';

// Specification §4, "Task creation flow", and the words of §5.

const forms = await loadExportForms();
let bench: Bench;
let closed: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  clearToasts();
  closed = vi.fn<() => void>();
  bench = createBench();
  bench.on(taskTypeList.path, { result: [1, 2, 3, 4, 5].map((id) => ({ id, name: `第${id}种` })) });
  bench.on(addTask.path, { result: { id: 9, serial_no: 'GD26112100009' } });
});

async function openForm(kind: number): Promise<void> {
  renderDesk(<NewTask forms={forms} onClose={closed} />, { bench });
  await userEvent.click(await screen.findByRole('button', { name: `第${kind}种` }));
  await screen.findByRole('button', { name: '保存并提交' });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const words = async () => (await screen.findAllByRole('alert')).map(({ textContent }) => textContent);
const choose = async (label: string | RegExp, option: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.click(await screen.findByTitle(option));
};

describe('the picker', () => {
  it('is titled 工单类型 and offers what the server offers', async () => {
    renderDesk(<NewTask forms={forms} onClose={closed} />, { bench });
    await screen.findByRole('dialog', { name: '工单类型' });
    expect(await screen.findAllByRole('button', { name: /第\d种/ })).toHaveLength(5);
  });

  it('says when the kinds cannot be had, and asks again', async () => {
    bench.on(taskTypeList.path, { code: 4001, msg: '稍后再试' });
    renderDesk(<NewTask forms={forms} onClose={closed} />, { bench });
    expect(await words()).toEqual(['稍后再试重试']);
    bench.on(taskTypeList.path, { result: [{ id: 1, name: '第1种' }] });
    await press('重试');
    await screen.findByRole('button', { name: '第1种' });
  });
});

describe('on a device', () => {
  const openOn = async (device: TestDevice) => {
    const local = Promise.resolve(device.local);
    const shown = renderDesk(
      <LocalProvider open={() => local}>
        <NewTask forms={forms} onClose={closed} />
      </LocalProvider>,
      { bench },
    );
    await press('第5种');
    return { ...shown, name: await screen.findByLabelText<HTMLInputElement>(/名称/) };
  };
  beforeEach(() => saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'it', nickname: '赵' } }));
  afterEach(clearSession);

  it('what was typed is there again after the page died, and gone once its person agreed to lose it', async () => {
    const device = await newDevice();
    const { name, unmount } = await openOn(device);
    await userEvent.type(name, '甲');
    unmount();
    const place = { uid: 3, page: 'tasks', form: 'stockExport/new' };
    await vi.waitUntil(() => device.local.drafts.take(place));
    device.die();
    const second = await device.secondPage();
    const back = await openOn(second);
    await waitFor(() => expect(back.name.isConnected ? back.name.value : '').toMatch(/甲$/));
    await screen.findByText(/已恢复 .* 的草稿/);
    await press('取消');
    await press('离开');
    back.unmount();
    const again = await openOn(second);
    expect(again.name.value).not.toMatch(/甲$/);
    expect(await second.local.drafts.take(place)).toBeNull();
  });
});

describe('a form', () => {
  it('offers agents as a channel, in words, beside what is typed (specification §9)', async () => {
    await openForm(1);
    const channel = () => screen.findByRole<HTMLInputElement>('combobox', { name: /销售渠道/ });
    await userEvent.click(await channel());
    await userEvent.click(await screen.findByTitle('代理'));
    expect((await channel()).value).toBe('代理');
    await userEvent.clear(await channel());
    await userEvent.type(await channel(), '小程序 一店');
    expect((await channel()).value).toBe('小程序 一店');
  });

  it('sends nothing while something is missing, and says so in the words of the specification', async () => {
    await openForm(1);
    await userEvent.clear(await screen.findByLabelText(/名称/));
    await press('保存并提交');
    expect(await words()).toEqual(['名称不能为空', '请选择类型']);
    expect(bench.calls(addTask.path)).toEqual([]);
  });

  it('sends nothing while a rule is broken, and puts its words under the span', async () => {
    await openForm(1);
    await choose(/导出类型/, '商品(SPU)明细');
    await press('保存并提交');
    expect(await words()).toEqual(['请选择时间']);
    expect(document.querySelector('[data-field="online_start_time"]')?.textContent).toContain('请选择时间');
    expect(bench.calls(addTask.path)).toEqual([]);
  });

  it('says it of the span that was chosen in place of the first, and no longer once another is', async () => {
    await openForm(1);
    await choose(/导出类型/, '商品(SPU)明细');
    await userEvent.click(await screen.findByRole('radio', { name: '创建时间' }));
    await press('保存并提交');
    expect(await words()).toEqual(['请选择时间']);
    expect(document.querySelector('[data-field="create_start_time"]')?.textContent).toContain('请选择时间');
    await userEvent.click(await screen.findByRole('radio', { name: '上市时间' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(bench.calls(addTask.path)).toEqual([]);
  });

  it('keeps what was typed through 上一步, each kind its own', async () => {
    await openForm(5);
    await userEvent.type(await screen.findByLabelText(/名称/), '甲');
    await press('上一步');
    await press('第4种');
    const name = await screen.findByLabelText<HTMLInputElement>(/名称/);
    expect(name.value).toContain('采购导出');
    await press('上一步');
    await press('第5种');
    expect((await screen.findByLabelText<HTMLInputElement>(/名称/)).value).toMatch(/^库存导出 .*甲$/);
  });

  it('sends once though it is pressed twice, says so and closes', async () => {
    await openForm(5);
    await choose(/导出类型/, '库存汇总');
    const button = screen.getByRole('button', { name: '保存并提交' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
    const [sent, ...more] = bench.calls(addTask.path);
    expect(more).toEqual([]);
    expect(sent?.input).toEqual({
      task_type: 5,
      task_name: expect.stringContaining('库存导出'),
      format: 'csv',
      export_type: 1,
    });
    expect(sent?.opId).toMatch(/\S/);
    expect(useNotices.getState().toasts.map(({ text }) => text)).toEqual(['工单已创建']);
  });

  it('shows a refusal on its field and as a message, and keeps the same op id when the outcome was unknown', async () => {
    bench.on(addTask.path, { code: 4001, msg: '最多同时进行10个工单', field: 'task_name' });
    await openForm(5);
    await choose(/导出类型/, '库存汇总');
    await press('保存并提交');
    expect(await words()).toEqual(['最多同时进行10个工单']);
    expect(useNotices.getState().toasts).toMatchObject([{ text: '最多同时进行10个工单', tone: 'bad' }]);
    bench.on(addTask.path, 'cut');
    await press('保存并提交');
    await userEvent.click(await screen.findByRole('button', { name: '重试' }));
    await waitFor(() => expect(bench.calls(addTask.path)).toHaveLength(3));
    const [, cut, again] = bench.calls(addTask.path);
    expect(again?.opId).toBe(cut?.opId);
    expect(closed).not.toHaveBeenCalled();
  });

  it('asks before what was typed is left behind, and not when nothing was', async () => {
    await openForm(5);
    await press('取消');
    expect(closed).toHaveBeenCalledTimes(1);
    await userEvent.type(await screen.findByLabelText(/名称/), '甲');
    await press('取消');
    await screen.findByText('离开后，未保存的修改会丢失。');
    expect(closed).toHaveBeenCalledTimes(1);
    await press('离开');
    expect(closed).toHaveBeenCalledTimes(2);
  });
});
