// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { definitions } from '#contract/definitions.ts';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { emptyOf } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { useSeen } from '#src/engine/use-seen.ts';
import { shareOf } from '#tests/boot/share.ts';
import { columnsOf } from './columns.tsx';
import { DetailPage } from './detail/detail-page.tsx';
import { FormPage } from './form-page.tsx';
import { ListPage } from './list/list-page.tsx';
import { renderDesk } from './test-bench.tsx';
import { detailShape, formShape, listShape, oneOfEachShape } from './test-shapes.ts';

let complaints: MockInstance;
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});
afterEach(() => {
  // React and antd warn through console.error: a page that makes them is wrong.
  expect(complaints.mock.calls.map((call) => String(call[0]).slice(0, 200))).toEqual([]);
});

const served = definitions.filter(({ calls }) => calls.list ?? calls.add ?? calls.detail);

const listed = oneOfEachShape(
  served.filter(({ calls }) => calls.list),
  listShape,
);
const detailed = oneOfEachShape(
  served.filter(({ calls }) => calls.detail),
  detailShape,
);
const formed = oneOfEachShape(
  served.filter(({ calls }) => calls.add),
  formShape,
);

// Those whose list another of its shape shows are asked for their columns by turns.
const columned = new Set(shareOf(served.filter((one) => one.calls.list && !listed.has(one))));

// One whose pages others of their shapes show is drawn by none.
const drawn = served.filter((one) => [columned, listed, formed, detailed].some((some) => some.has(one)));

describe.each(drawn.map((definition) => [definition.label, definition] as const))('%s', (_label, definition) => {
  if (columned.has(definition)) {
    it('has the columns of its list', () => {
      renderDesk(<Columns definition={definition} />, { bench: createBench() });
      expectColumns(definition);
    });
  }
  if (listed.has(definition)) {
    it('lists', async () => {
      renderDesk(
        <ListPage definition={definition} rowActions={() => [{ key: 'a', label: '编辑', run: () => undefined }]} />,
        { bench: serverOf(definition) },
      );
      await screen.findByText('共1条');
      expectColumns(definition);
      expect(document.querySelectorAll('[data-row-key]')).toHaveLength(1);
    });
  }
  if (formed.has(definition)) {
    it('has a form with every field that may be set', async () => {
      renderDesk(<FormPage definition={definition} listAt="/" />, { bench: serverOf(definition) });
      await screen.findByRole('button', { name: '保存' });
      const fresh = Object.fromEntries(
        Object.entries(definition.fields).map(([name, field]) => [name, emptyOf(field)]),
      );
      for (const [name, field] of Object.entries(definition.fields)) {
        expect(document.querySelector(`[data-field="${name}"]`) === null, name).toBe(
          (field.derived === true && !field.compute) ||
            field.mask !== undefined ||
            field.visible?.(fresh, fresh) === false,
        );
      }
    });
  }
  if (detailed.has(definition)) {
    it('shows in detail', async () => {
      renderDesk(<DetailPage definition={definition} id={1} />, { bench: serverOf(definition) });
      await screen.findByText('操作记录');
      expect(document.querySelector('h1')?.textContent).toContain(definition.label);
    });
  }
});

describe('a list', () => {
  it('wears the face of what happened', async () => {
    for (const [reply, words] of [
      ['cut', '当前离线'],
      [{ code: 4003, msg: '没有操作权限', http: 403 }, '没有操作权限'],
      [{ code: 4001, msg: '排序：请从这些值中选择' }, '排序：请从这些值中选择'],
    ] as const) {
      const bench = createBench();
      bench.on('/v1/brand/list', reply);
      const { unmount } = renderDesk(<ListPage definition={brand} />, { bench });
      expect((await screen.findByRole('alert')).textContent).toContain(words);
      unmount();
    }
    const bench = createBench();
    bench.on('/v1/brand/list', { result: { list: [], total: 0, capped: false } });
    renderDesk(<ListPage definition={brand} />, { bench });
    await screen.findByText('暂无数据');
  });

  it('shows 新建 only to who may add', async () => {
    const { unmount } = renderDesk(<ListPage definition={brand} newAt="/new" />, { bench: serverOf(brand) });
    await screen.findByText('共1条');
    expect(screen.queryByRole('button', { name: '新建' })).toBeNull();
    unmount();
    renderDesk(<ListPage definition={brand} newAt="/new" />, { bench: serverOf(brand), keys: ['brand:add'] });
    await screen.findByRole('button', { name: '新建' });
  });

  it('is walked and opened by keyboard', async () => {
    const bench = createBench();
    const rows = [1, 2, 3].map((id) => ({ ...recordOf(brand), id, name: `品牌${id}` }));
    bench.on('/v1/brand/list', { result: { list: rows, total: 3, capped: false } });
    const opened: number[] = [];
    renderDesk(<ListPage definition={brand} onOpen={(row) => opened.push(row.id)} />, { bench });
    await screen.findByText('品牌3');
    // The first row is the one that Tab reaches.
    document.querySelector<HTMLElement>('[data-row-key][tabindex="0"]')?.focus();
    await userEvent.keyboard('{ArrowDown}{Enter}{End}{Enter}');
    expect(opened).toEqual([2, 3]);
  });

  it('makes a link only of what leads somewhere', async () => {
    const bench = createBench();
    const rows = [1, 2].map((id) => ({ ...recordOf(brand), id, name: `品牌${id}` }));
    bench.on('/v1/brand/list', { result: { list: rows, total: 2, capped: false } });
    renderDesk(<ListPage definition={brand} openAt={({ id }) => (id === 1 ? '/one' : undefined)} />, { bench });
    await screen.findByText('品牌2');
    expect(screen.getByText('品牌1').closest('a')?.getAttribute('href')).toBe('/one');
    expect(screen.getByText('品牌2').closest('a, button')).toBeNull();
  });

  it('asks on Enter, with what was typed', async () => {
    const bench = serverOf(brand);
    renderDesk(<ListPage definition={brand} />, { bench });
    await userEvent.type(await screen.findByLabelText('关键字'), '安踏{Enter}');
    await waitFor(() =>
      expect(bench.calls('/v1/brand/list').at(-1)?.input).toEqual({ keyword: '安踏', page: 1, page_size: 20 }),
    );
  });

  it('says 10000+ until the exact figure is asked for', async () => {
    const bench = createBench();
    bench.on('/v1/brand/list', (input) => ({
      result: { list: [recordOf(brand)], total: input.exact ? 12_345 : 10_000, capped: !input.exact },
    }));
    renderDesk(<ListPage definition={brand} />, { bench });
    await screen.findByText('共10,000+条');
    await userEvent.click(await screen.findByRole('button', { name: '精确' }));
    await screen.findByText('共12,345条');
  });
});

describe('a form', () => {
  it('puts a refusal on the field it names, and the focus with it', async () => {
    const bench = serverOf(brand);
    bench.on('/v1/brand/add', { code: 4013, msg: '品牌名称已存在', field: 'name' });
    renderDesk(<FormPage definition={brand} listAt="/list" />, { bench });
    const name = await screen.findByLabelText(/品牌名称/);
    await userEvent.type(name, '安踏');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect((await screen.findByRole('alert')).textContent).toBe('品牌名称已存在');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(name.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect(document.activeElement).toBe(name);
  });

  it('leaves the focus with who mends one of several wrong inputs, and asks for the next at the next save', async () => {
    renderDesk(<FormPage definition={unit} listAt="/list" />, { bench: serverOf(unit) });
    const [name, code] = [await screen.findByLabelText(/单位名称/), screen.getByLabelText(/单位编码/)];
    await userEvent.click(name);
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(name);
    await userEvent.keyboard('双件');
    expect(document.activeElement).toBe(name);
    expect((name as HTMLInputElement).value).toBe('双件');
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(document.activeElement).toBe(code));
  });

  it('saves nothing on Enter, which goes on to the next input', async () => {
    const bench = serverOf(unit);
    renderDesk(<FormPage definition={unit} listAt="/list" />, { bench });
    await userEvent.type(await screen.findByLabelText(/单位名称/), '双{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText(/单位编码/));
    expect(bench.calls('/v1/unit/add')).toEqual([]);
  });

  it('goes back once it is saved, past its own guard', async () => {
    const bench = serverOf(brand);
    bench.on('/v1/brand/add', { result: { id: 9, version: 1, no: null } });
    const { router } = renderDesk(
      <FormPage definition={brand} listAt="/list" savedAt={(saved) => `/saved?id=${saved.id}`} />,
      { bench, at: '/new' },
    );
    await userEvent.type(await screen.findByLabelText(/品牌名称/), '安踏{Control>}s{/Control}');
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/saved?id=9'));
  });

  it('holds back who leaves with something unsaved', async () => {
    const { router } = renderDesk(<FormPage definition={brand} listAt="/list" />, {
      bench: serverOf(brand),
      at: '/new',
    });
    await userEvent.type(await screen.findByLabelText(/品牌名称/), '安');
    await userEvent.click(await screen.findByRole('button', { name: '取消' }));
    await screen.findByText('有未保存的修改');
    expect(router.state.location.pathname).toBe('/new');
    await userEvent.click(await screen.findByRole('button', { name: '离开' }));
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/new'));
  });

  it('says that nobody knows, and repeats with the same op id', async () => {
    const bench = serverOf(brand);
    bench.on('/v1/brand/add', 'cut');
    const { router } = renderDesk(<FormPage definition={brand} listAt="/list" />, { bench, at: '/new' });
    await userEvent.type(await screen.findByLabelText(/品牌名称/), '安踏{Control>}s{/Control}');
    await screen.findByText(/结果未知，请重试/);
    bench.on('/v1/brand/add', { result: { id: 9, version: 1, no: null } });
    await userEvent.click(await screen.findByRole('button', { name: '重试' }));
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/new'));
    const [first, again, ...more] = bench.calls('/v1/brand/add');
    expect(again).toEqual(first);
    expect(more).toEqual([]);
  });

  it('takes a block from a sheet as lines, and names what it does not know', async () => {
    const bench = serverOf(stockAdjustment);
    bench.on('/v1/goods/skuOptions', (input) => ({
      result: {
        list: (input.texts as string[] | undefined)?.includes('S1')
          ? [{ text: 'S1', id: 11, title: 'S1', hint: '短袖' }]
          : [],
      },
    }));
    renderDesk(<FormPage definition={stockAdjustment} listAt="/list" totals={['qty']} />, { bench });
    await userEvent.click(await screen.findByRole('button', { name: '新增一行' }));
    await userEvent.click(await screen.findByLabelText('第 1 行货品'));
    await userEvent.paste('S1\t3\nS9\t4\n');
    expect((await screen.findByText(/1个未识别/)).textContent).toContain('S9');
    expect((screen.getByLabelText('第 2 行数量') as HTMLInputElement).value).toBe('4');
    expect(screen.getByLabelText('合计').textContent).toContain('共2条');
    expect(screen.getByLabelText('合计').textContent).toContain('7');
  });

  it('walks the cells of its lines with Enter and adds a line behind the last', async () => {
    renderDesk(<FormPage definition={stockAdjustment} listAt="/list" />, { bench: serverOf(stockAdjustment) });
    await userEvent.click(await screen.findByRole('button', { name: '新增一行' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('第 1 行货品')));
    screen.getByLabelText('第 1 行库区').focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('第 1 行数量'));
    await userEvent.keyboard('{Enter}{Enter}{Enter}');
    await screen.findByLabelText('第 2 行数量');
  });
});

describe('a detail', () => {
  it('shows the steps that the server allows, and what changed from what to what', async () => {
    const bench = serverOf(stockAdjustment);
    bench.on('/v1/Inventory/adjustDetail', {
      result: {
        ...recordOf(stockAdjustment),
        status: 1,
        lines: [],
        allowed: { transitions: ['audit'], edit: false },
        audit: [
          {
            id: 1,
            action: 'edit',
            label: '编辑',
            from_status: 0,
            to_status: 0,
            result: null,
            remark: null,
            changes: { adjust_type: { before: 1, after: 2 } },
            admin_id: 1,
            admin_name: '周建国',
            at: '2026-11-21T01:00:00.000Z',
          },
        ],
      },
    });
    renderDesk(<DetailPage definition={stockAdjustment} id={1} editAt={() => '/edit'} />, { bench });
    await screen.findByRole('button', { name: '审核' });
    expect(screen.queryByRole('button', { name: '作废' })).toBeNull();
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull();
    await userEvent.click(await screen.findByRole('tab', { name: '操作记录' }));
    const history = within(await screen.findByRole('tabpanel', { name: '操作记录' }));
    expect(history.getByText('报溢').tagName).toBe('DEL');
    expect(history.getByText('报损').tagName).toBe('INS');
    expect(history.getByText('2026-11-21 09:00')).toBeDefined();
  });

  it('asks for words before it rejects, and sends the verdict', async () => {
    const bench = serverOf(stockAdjustment);
    bench.on('/v1/Inventory/adjustDetail', {
      result: {
        ...recordOf(stockAdjustment),
        status: 1,
        lines: [],
        allowed: { transitions: ['audit'], edit: false },
        audit: [],
      },
    });
    bench.on('/v1/Inventory/adjustAudit', { result: { id: 1, version: 2, no: 'TZ1' } });
    renderDesk(<DetailPage definition={stockAdjustment} id={1} />, { bench });
    await userEvent.click(await screen.findByRole('button', { name: '审核' }));
    await userEvent.click(await screen.findByRole('button', { name: '驳回' }));
    await screen.findByText('请填写驳回原因');
    await userEvent.type(await screen.findByLabelText('审核意见'), '数量不对');
    await userEvent.click(await screen.findByRole('button', { name: '驳回' }));
    await waitFor(() =>
      expect(bench.calls('/v1/Inventory/adjustAudit')[0]?.input).toEqual({
        id: 1,
        version: 1,
        result: 2,
        remark: '数量不对',
      }),
    );
  });
});

/** Head and one row of a list without the table around them. */
function Columns({ definition }: { definition: AnyDefinition }): ReactNode {
  return columnsOf(useSeen(definition)).map((column) => (
    <section key={column.name}>
      <h2>{column.label}</h2>
      <div>{column.render(recordOf(definition))}</div>
    </section>
  ));
}

function expectColumns(definition: AnyDefinition): void {
  for (const name of definition.list.columns) {
    const { label, mask } = fieldOf(definition, name);
    // Nobody here holds the key of a masked column.
    expect(screen.queryAllByText(label).length > 0, name).toBe(mask === undefined);
  }
}

/** A server that holds one record of everything. */
function serverOf(definition: AnyDefinition): Bench {
  const bench = createBench();
  for (const one of definitions)
    if (one.calls.options)
      bench.on(callsOf(one).options.path, { result: { list: [{ id: 1, title: one.label, hint: null }] } });
  bench.on('/v1/admin/options', { result: { list: [{ id: 1, title: '周建国', hint: null }] } });
  if (definition.calls.list)
    bench.on(callsOf(definition).list.path, { result: { list: [recordOf(definition)], total: 1, capped: false } });
  if (definition.calls.detail) {
    bench.on(callsOf(definition).detail.path, {
      result: {
        ...recordOf(definition),
        lines: [{ id: 1, ...valuesOf(definition.lines?.fields ?? {}) }],
        allowed: { transitions: Object.keys(definition.transitions ?? {}), edit: true },
        audit: [],
      },
    });
  }
  return bench;
}

function recordOf(definition: AnyDefinition): Record<string, unknown> & { id: number } {
  return { version: 1, ...valuesOf(allFields(definition)), id: 1 };
}

/** A value of each field, as a server would send it. */
function valuesOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.target && !field.kind.many)
        return [
          [name, 1],
          [`${name}__title`, field.target().label],
        ];
      if (field.kind.many) return [[name, [1]]];
      const first = Object.keys(field.choices ?? {})[0];
      const texts = [first, '1', '2026-11-21', '2026-11-21T08:00:00.000Z', '是'];
      return [
        [
          name,
          texts
            .map((text) => (text === undefined ? undefined : field.kind.parse(text, field)))
            .find((value) => value !== undefined) ?? null,
        ],
      ];
    }),
  );
}
