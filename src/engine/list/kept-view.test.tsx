// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { Activity, useState } from 'react';
import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { useDetail } from '../detail/use-detail.ts';
import { anAdjustment } from '../test-adjustment.ts';
import { createBench, renderOn, until } from '../test-bench.tsx';
import { heldPath } from '../test-held-path.ts';

const path = '/v1/Inventory/adjustDetail';

it('a page that was out of view for long shows what it showed until the new answer is there', async () => {
  const bench = createBench();
  bench.on(path, { result: anAdjustment({ lines: 1 }) });
  const line = heldPath(bench, path, 2);
  let seen: { version: number | undefined; loading: boolean } | undefined;
  let show = (_shown: boolean) => {};
  let forgetUnwatched = () => {};
  const Detail = () => {
    const { record, loading } = useDetail(stockAdjustment, 8);
    seen = { version: record?.version, loading };
    return null;
  };
  const Screen = () => {
    const client = useQueryClient();
    const [shown, setShown] = useState(true);
    show = setShown;
    forgetUnwatched = () => client.removeQueries({ type: 'inactive' });
    return (
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <Detail />
      </Activity>
    );
  };
  renderOn(<Screen />, { bench: line.bench });
  await until(() => expect(seen?.version).toBe(3));
  act(() => show(false));
  act(() => forgetUnwatched());
  bench.on(path, { result: { ...anAdjustment({ lines: 1 }), version: 4 } });
  act(() => show(true));
  await until(() => expect(bench.calls(path)).toHaveLength(2));
  expect(seen).toEqual({ version: 3, loading: false });
  line.release();
  await until(() => expect(seen?.version).toBe(4));
});
