// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { areasCall } from '#contract/areas/partners/area-calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { AreaChooser, type PickedArea } from './area-chooser.tsx';

function bench() {
  const server = createBench();
  server.on(areasCall.path, {
    result: {
      list: [
        { code: '330000', parent_code: null, name: '浙江省', level: 1 },
        { code: '330100', parent_code: '330000', name: '杭州市', level: 2 },
        { code: '330106', parent_code: '330100', name: '西湖区', level: 3 },
        { code: '440000', parent_code: null, name: '广东省', level: 1 },
        { code: '441900', parent_code: '440000', name: '东莞市', level: 2 },
      ],
    },
  });
  return server;
}

function open(): void {
  fireEvent.focus(screen.getByRole('combobox'));
  fireEvent.mouseDown(screen.getByRole('combobox'));
}
const press = async (name: string) => fireEvent.click(await screen.findByTitle(name));

it('asks for the areas when they are wanted, and keeps of a path its leaf alone', async () => {
  const server = bench();
  const heard: (readonly PickedArea[])[] = [];
  renderDesk(<AreaChooser id="area" codes={[]} label="地区" onPick={(picked) => heard.push(picked)} />, {
    bench: server,
  });
  expect(server.calls(areasCall.path)).toHaveLength(0);
  open();
  await press('浙江省');
  await press('杭州市');
  expect(heard).toEqual([]);
  await press('西湖区');
  await waitFor(() => expect(heard.at(-1)).toEqual([{ code: '330106', names: '浙江省 杭州市 西湖区' }]));
  expect(server.calls(areasCall.path)).toHaveLength(1);
});

it('shows what is chosen by its names, and a code that is on no list as it is', async () => {
  const server = bench();
  const shown = (code: string) => <AreaChooser id={`a${code}`} codes={[code]} label={code} onPick={() => undefined} />;
  renderDesk(
    <>
      {shown('441900')}
      {shown('999999')}
    </>,
    { bench: server },
  );
  await screen.findByText('广东省 东莞市');
  await screen.findByText('999999');
});
