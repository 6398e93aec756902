// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { unit } from '#contract/areas/goods/unit.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { renderDesk } from './test-bench.tsx';

function Screen() {
  const [open, setOpen] = useState(true);
  return open ? <FormDrawer definition={unit} onClose={() => setOpen(false)} /> : <p>只有列表</p>;
}

const asksToClose = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const question = () => screen.findByText('离开后，未保存的修改会丢失。');
const answer = async (words: string) => {
  const buttons = [...document.querySelectorAll<HTMLElement>('.ant-modal button')];
  await userEvent.click(buttons.find((one) => one.textContent === words) ?? document.body);
};
const name = () => screen.findByLabelText(/名称/);

async function open() {
  const bench = createBench();
  const { router } = renderDesk(<Screen />, { bench });
  await name();
  return { bench, router };
}

const waysOut: [string, () => Promise<unknown>][] = [
  ['取消', async () => userEvent.click(await screen.findByRole('button', { name: '取消' }))],
  ['×', async () => userEvent.click(document.querySelector('.ant-drawer-close') ?? document.body)],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a click beside it', async () => userEvent.click(document.querySelector('.ant-drawer-mask') ?? document.body)],
];

it.each(waysOut)('%s closes it at once while nothing is typed', async (_way, leave) => {
  await open();
  expect(asksToClose()).toBe(false);
  await leave();
  await screen.findByText('只有列表');
});

it.each(waysOut)('%s asks before what is typed is lost', async (_way, leave) => {
  await open();
  await userEvent.type(await name(), '捆');
  await leave();
  await question();
  await answer('取消');
  await waitFor(() => expect(document.querySelector('.ant-modal')).toBeNull());
  expect(await name()).toHaveProperty('value', '捆');
});

it('closes once a person agrees to lose what is typed', async () => {
  await open();
  await userEvent.type(await name(), '捆');
  await userEvent.click(await screen.findByRole('button', { name: '取消' }));
  await question();
  await answer('离开');
  await screen.findByText('只有列表');
  expect(asksToClose()).toBe(false);
});

it('holds back whoever goes elsewhere or closes the page', async () => {
  const { router } = await open();
  await userEvent.type(await name(), '捆');
  expect(asksToClose()).toBe(true);
  const here = router.state.location.key;
  void router.navigate('/elsewhere');
  await question();
  expect(router.state.location.key).toBe(here);
  await answer('离开');
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

it('closes without a question once it is saved', async () => {
  const { bench } = await open();
  bench.on('/v1/unit/add', { result: { id: 5, version: 1, no: null } });
  await userEvent.type(await name(), '捆');
  await userEvent.type(await screen.findByLabelText(/编码/), 'BD');
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText('只有列表');
  expect(document.querySelector('.ant-modal')).toBeNull();
  await waitFor(() => expect(asksToClose()).toBe(false));
});
