// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { setRecordBlocks } from '#src/engine/record-blocks.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { DetailPage } from './detail-page.tsx';

const record = {
  id: 8,
  version: 3,
  status: 1,
  adjust_no: 'TZ8',
  lines: [],
  allowed: { transitions: [], edit: false },
  audit: [],
};

const block = (key: string, order: number) =>
  ({
    key,
    label: `块${key}`,
    order,
    access: `${key}:view`,
    load: async () => ({ Block: ({ id }: { id: number }) => <p>{`${key} of ${id}`}</p> }),
  }) as const;

beforeEach(() =>
  setRecordBlocks([{ stockAdjustment: [block('b', 20), block('secret', 5)] }, { stockAdjustment: [block('a', 10)] }]),
);
afterEach(() => setRecordBlocks([]));

it('a page shows the blocks of all areas in their order, to those who may see what they read', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustDetail', { result: record });
  renderDesk(<DetailPage definition={stockAdjustment} id={8} />, { bench, keys: ['a:view', 'b:view'] });
  const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
  expect(tabs.filter((words) => words?.startsWith('块'))).toEqual(['块a', '块b']);
  await userEvent.click(screen.getByRole('tab', { name: '块b' }));
  await screen.findByText('b of 8');
  expect(screen.queryByText('a of 8')).toBeNull();
});
