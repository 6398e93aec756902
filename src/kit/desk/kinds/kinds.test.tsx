// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureCalls } from '#contract/areas/goods/pictures.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { areasCall } from '#contract/areas/partners/area-calls.ts';
import { areaCode } from '#contract/areas/partners/national-area.ts';
import type { Field } from '#contract/kit/field.ts';
import { choice, choices, flag, word, words } from '#contract/kit/kinds/choice.ts';
import { kinds } from '#contract/kit/kinds/index.ts';
import { mobile } from '#contract/kit/kinds/mobile.ts';
import { money } from '#contract/kit/kinds/money.ts';
import { discount, integer, quantity, rate } from '#contract/kit/kinds/number.ts';
import { picture } from '#contract/kit/kinds/picture.ts';
import { reference, references } from '#contract/kit/kinds/reference.ts';
import { prose, text, texts } from '#contract/kit/kinds/text.ts';
import { date, time } from '#contract/kit/kinds/time.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { controls, controlsOf } from './controls.ts';
import { lookOf, looks } from './index.ts';

const samples: Readonly<
  Record<string, { field: Field; value: unknown; reads: string; record?: Record<string, unknown> }>
> = {
  text: { field: text('名称'), value: '短袖', reads: '短袖' },
  prose: { field: prose('备注'), value: '两\n行', reads: '两 行' },
  texts: { field: texts('货号'), value: ['A1', 'A2', 'A3', 'A4'], reads: 'A1、A2、A3 等 4 项' },
  integer: { field: integer('排序'), value: 12, reads: '12' },
  quantity: { field: quantity('数量'), value: 1234567, reads: '1,234,567' },
  rate: { field: rate('税率'), value: 1300, reads: '13%' },
  discount: { field: discount('折扣'), value: 45, reads: '4.5 折' },
  money: { field: money('吊牌价'), value: -1234567, reads: '-¥12,345.67' },
  choice: { field: choice('状态', { 1: '启用', 0: '停用' }), value: 0, reads: '停用' },
  word: { field: word('季节', { 春: '春季' }), value: '春', reads: '春季' },
  choices: { field: choices('状态', { 1: '启用', 2: '停用' }), value: [2, 1], reads: '停用、启用' },
  words: { field: words('季节', { 春: '春季', 夏: '夏季' }), value: ['夏'], reads: '夏季' },
  flag: { field: flag('盲盘'), value: false, reads: '否' },
  date: { field: date('计划日期'), value: '2026-11-21', reads: '2026-11-21' },
  time: { field: time('发生时间'), value: '2026-11-21T16:30:00.000Z', reads: '2026-11-22 00:30' },
  reference: {
    field: reference(() => unit, '单位'),
    value: 3,
    reads: '件',
    record: { probe__title: '件', probe__hint: 'PCS' },
  },
  references: { field: references(() => unit, '单位'), value: [3, 4], reads: '件、双' },
  picture: {
    field: picture('品牌LOGO', { path: '/v1/brand/uploadLogo', purpose: 'logo' }),
    value: `/get/${'a'.repeat(32)}`,
    reads: '',
  },
  mobile: { field: mobile('联系电话'), value: '138****0001', reads: '138****0001' },
  areaCode: { field: areaCode('所在地区'), value: '330106', reads: '浙江省 杭州市 西湖区' },
};

const bench = () => {
  const server = createBench();
  server.on('/v1/unit/getAll', {
    result: {
      list: [
        { id: 3, title: '件', hint: 'PCS' },
        { id: 4, title: '双', hint: 'PAIR' },
      ],
    },
  });
  server.on(areasCall.path, {
    result: {
      list: [
        { code: '330000', parent_code: null, name: '浙江省', level: 1 },
        { code: '330100', parent_code: '330000', name: '杭州市', level: 2 },
        { code: '330106', parent_code: '330100', name: '西湖区', level: 3 },
      ],
    },
  });
  return server;
};

// These load when the first of them is shown; how long that takes is no matter of these tests.
beforeAll(() =>
  Promise.all([
    import('./calendar.tsx'),
    import('../paste/paste-box.tsx'),
    import('./area-chooser.tsx'),
    import('./area-name.tsx'),
  ]),
);

it('every kind has a look and a sample here', () => {
  const names = kinds.map((kind) => kind.name).sort();
  expect(Object.keys(looks).sort()).toEqual(names);
  expect(Object.keys(controls).sort()).toEqual(names);
  expect(Object.keys(samples).sort()).toEqual(kinds.map((kind) => kind.name).sort());
});

describe.each(Object.entries(samples))('%s', (_name, { field, value, reads, record = {} }) => {
  it('reads in a cell as a person expects it', async () => {
    renderDesk(<div data-testid="cell">{lookOf(field).cell({ value, field, name: 'probe', record })}</div>, {
      bench: bench(),
    });
    await waitFor(() => expect(screen.getByTestId('cell').textContent?.replace(/\s+/g, ' ')).toBe(reads));
  });

  it('shows nothing for nothing', () => {
    renderDesk(<div data-testid="cell">{lookOf(field).cell({ value: null, field, name: 'probe', record: {} })}</div>, {
      bench: bench(),
    });
    expect(screen.getByTestId('cell').textContent).toBe('');
  });

  it('has an input that its label finds', async () => {
    const { Input } = controlsOf(field);
    renderDesk(
      <>
        <label htmlFor="probe">{field.label}</label>
        <Input id="probe" name="probe" field={field} value={value} record={record} onChange={() => undefined} />
      </>,
      { bench: bench() },
    );
    const found = await screen.findAllByLabelText(field.label);
    expect(found.map(({ id }) => id)).toContain('probe');
  });

  it('has a filter that its label finds', async () => {
    const { Filter } = controlsOf(field);
    renderDesk(
      <>
        <label htmlFor="probe">筛选</label>
        <Filter id="probe" name="probe" field={field} values={{}} onChange={() => undefined} />
      </>,
      { bench: bench() },
    );
    expect(await screen.findByLabelText('筛选')).toBeDefined();
  });
});

describe('typing', () => {
  const typed = async (field: Field, keys: string) => {
    const { Input } = controlsOf(field);
    const heard: unknown[] = [];
    const { unmount } = renderDesk(
      <Input
        id="probe"
        name="probe"
        field={field}
        value={null}
        record={{}}
        label="probe"
        onChange={(value) => heard.push(value)}
      />,
      { bench: bench() },
    );
    await userEvent.type(await screen.findByLabelText('probe'), keys);
    unmount();
    return heard.at(-1);
  };

  it.each([
    ['1234.5', 123450],
    ['1a.2.345', 123],
    ['1,234.567元', 123456],
    ['.5', 50],
    ['１２。５', 1250],
    ['-3', 300],
  ])('money keeps of %j what makes a price, while it is typed', async (text, fen) => {
    expect(await typed(money('吊牌价'), text)).toBe(fen);
  });

  it('money that may be less than nothing keeps its sign', async () => {
    expect(await typed(money('差额', { least: -100 }), '-0.5')).toBe(-50);
  });

  it('a rate is read as basis points, with or without its sign', async () => {
    expect(await typed(rate('税率'), '13.5%')).toBe(1350);
  });

  it('a figure erased is nothing', async () => {
    expect(await typed(quantity('数量'), '5{Backspace}')).toBeNull();
  });
});

it('a negative figure is marked', () => {
  renderDesk(<>{lookOf(money('差额')).cell({ value: -1, field: money('差额'), name: 'probe', record: {} })}</>, {
    bench: bench(),
  });
  expect(screen.getByText('-¥0.01').className).toBe('desk-negative');
});

describe('a reference', () => {
  it('asks the server for what is typed and hands back the title with the id', async () => {
    const server = bench();
    const heard: unknown[] = [];
    const field = reference(() => unit, '单位');
    const { Input } = controlsOf(field);
    renderDesk(
      <Input
        id="probe"
        name="unit_id"
        field={field}
        value={null}
        record={{}}
        label="单位"
        onChange={(...given) => heard.push(given)}
      />,
      { bench: server },
    );
    await userEvent.type(await screen.findByLabelText('单位'), '件');
    await waitFor(() =>
      expect(server.calls('/v1/unit/getAll').at(-1)?.input).toEqual({ keyword: '件', page_size: 50 }),
    );
    await userEvent.click(await screen.findByText('PCS'));
    expect(heard).toEqual([[3, { unit_id__title: '件', unit_id__hint: 'PCS' }]]);
  });

  it('asks for the titles of ids that came without', async () => {
    const server = bench();
    const field = reference(() => unit, '单位');
    const { Input } = controlsOf(field);
    renderDesk(<Input id="probe" name="unit_id" field={field} value={4} record={{}} onChange={() => undefined} />, {
      bench: server,
    });
    await screen.findByText('双');
    expect(server.asked.map((call) => call.input)).toEqual([{ ids: [4] }]);
  });
});

describe('several codes', () => {
  const inputOf = (field: Field, value: unknown) => {
    const heard: unknown[] = [];
    const { Input } = controlsOf(field);
    renderDesk(
      <Input
        id="probe"
        name="probe"
        field={field}
        value={value}
        record={{}}
        label="probe"
        onChange={(next) => heard.push(next)}
      />,
      { bench: bench() },
    );
    return heard;
  };
  const pick = async (words: string) => {
    await userEvent.click(await screen.findByRole('combobox'));
    await userEvent.click(await screen.findByTitle(words));
  };

  it('of which all is chosen leave nothing else to choose', async () => {
    const heard = inputOf(choices('状态', { 1: '启用', 2: '停用' }), [0]);
    await userEvent.click(await screen.findByRole('combobox'));
    await userEvent.click(await screen.findByTitle('停用'));
    expect(heard).toEqual([]);
  });

  it('give way to all of them', async () => {
    const heard = inputOf(choices('状态', { 1: '启用', 2: '停用' }), [1]);
    await pick('全部');
    expect(heard).toEqual([[0]]);
  });

  it('that are words give way to all of them as a word', async () => {
    const heard = inputOf(words('季节', { 春: '春季', 夏: '夏季' }), ['春']);
    await pick('全部');
    expect(heard).toEqual([['0']]);
  });

  it('among which 0 means something have no entry for all: none is all', async () => {
    inputOf(choices('采购状态', { 0: '草稿', 1: '待审核' }), []);
    await userEvent.click(await screen.findByRole('combobox'));
    await screen.findByTitle('草稿');
    expect(screen.queryByTitle('全部')).toBeNull();
    expect(screen.getByText('全部')).toBeDefined();
  });
});

it('goods are shown by their picture too: those that stand together are asked about together, and none of what has no picture', async () => {
  const bench = createBench();
  bench.on(pictureCalls.main.path, { result: { list: [{ of: 1, id: 'a'.repeat(32) }] } });
  const field = reference(() => sku, '货品');
  const cell = (value: number, title: string) =>
    lookOf(field).cell({ value, field, name: 'sku_id', record: { sku_id: value, sku_id__title: title } });
  renderDesk(
    <>
      <p>{cell(1, 'S1')}</p>
      <p>{cell(2, 'S2')}</p>
    </>,
    { bench },
  );
  await waitFor(() =>
    expect(bench.calls(pictureCalls.main.path).map(({ input }) => input)).toEqual([{ sku_ids: [1, 2] }]),
  );
  expect(screen.getByText('S2')).toBeTruthy();
  expect(document.querySelectorAll('.desk-thumb')).toHaveLength(2);
});
