// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import type { Option } from '#contract/kit/calls.ts';
import { pageLines } from '#src/engine/paste/use-entries.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { NamesPaste } from './names-paste.tsx';

const brands: Option[] = [
  { id: 1, title: '李宁', hint: null },
  { id: 2, title: 'Nike', hint: null },
  { id: 3, title: '安踏', hint: null },
];

function show(chosen: readonly number[]) {
  const bench = createBench();
  bench.on('/v1/brand/getBrands', ({ texts }) => ({
    result: {
      list: (texts as string[]).flatMap((text) => {
        const option = brands.find(({ title }) => title.toLowerCase() === text.toLowerCase());
        return option ? [{ ...option, text }] : [];
      }),
    },
  }));
  const found: number[][] = [];
  renderDesk(
    <NamesPaste definition={brand} chosen={chosen} onFound={(options) => found.push(options.map(({ id }) => id))} />,
    { bench },
  );
  return { bench, found };
}

const open = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: '粘贴' }));
  await userEvent.click(await screen.findByLabelText('品牌名称'));
  const area = screen.getByLabelText<HTMLTextAreaElement>('品牌名称');
  // What the box takes itself is not inserted: so does a browser.
  if (fireEvent.paste(area, { clipboardData: { getData: () => text } }))
    fireEvent.change(area, { target: { value: text } });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '匹配' }).disabled).toBe(false));
  await userEvent.click(await screen.findByRole('button', { name: '匹配' }));
};

// It loads with the first click; how long that takes is no matter of these tests.
beforeAll(() => import('./names-box.tsx'));

describe('pasted names', () => {
  it('leave in the box what names nothing, and take nothing that is chosen or named twice', async () => {
    const { bench, found } = show([1]);
    await open('李宁,nike\n匹克、NIKE，安踏,安踏');
    await waitFor(() =>
      expect(document.querySelector('.desk-paste-report')?.textContent).toBe('已添加 2 个重复或已选 3 个未匹配 1 个'),
    );
    expect(found).toEqual([[2, 3]]);
    expect(screen.getByLabelText<HTMLTextAreaElement>('品牌名称').value).toBe('匹克');
    expect(bench.calls('/v1/brand/getBrands').map((call) => call.input)).toEqual([
      { texts: ['李宁', 'nike', '匹克', 'NIKE', '安踏'] },
    ]);
  });

  it('are read beside the page when they are many, and never stand in the box all at once', async () => {
    const { bench, found } = show([]);
    const many = Array.from({ length: 5001 }, (_, at) => `牌子${at}`);
    await open(`Nike，${many.join('，')}`);
    await waitFor(() =>
      expect(document.querySelector('.desk-paste-report')?.textContent).toBe(
        '已添加 1 个未匹配 4,999 个一次最多输入5000个',
      ),
    );
    expect(found).toEqual([[2]]);
    expect(screen.getByLabelText<HTMLTextAreaElement>('品牌名称').value.split('\n')).toEqual(many.slice(0, pageLines));
    expect(bench.calls('/v1/brand/getBrands')).toHaveLength(5);
    await userEvent.click(await screen.findByRole('button', { name: '清空' }));
    expect(document.querySelector('.desk-paste-report')?.textContent).toBe('');
  });

  it('stay as they are when they cannot be asked for', async () => {
    const { bench, found } = show([]);
    bench.on('/v1/brand/getBrands', 'cut');
    await open('李宁');
    await screen.findByText('匹配失败：当前离线');
    expect(screen.getByLabelText<HTMLTextAreaElement>('品牌名称').value).toBe('李宁');
    expect(found).toEqual([]);
  });

  it('give the focus back when Escape shuts the box', async () => {
    show([]);
    await userEvent.click(await screen.findByRole('button', { name: '粘贴' }));
    await userEvent.type(await screen.findByLabelText('品牌名称'), '{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '粘贴' }));
  });
});
