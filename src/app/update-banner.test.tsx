// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UpdateBanner } from './update-banner.tsx';
import { type Told, useUpdate } from './update-store.ts';

// jsdom shows no dialogs.
HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
  this.open = true;
};

const told = (how: Told['how'], take = () => Promise.resolve()): Told => ({
  how,
  version: '1.8.0',
  words: '盘点更快',
  take,
});

beforeEach(() => useUpdate.setState({ stage: 'none', hindrance: '', told: null, putAway: null }));
afterEach(cleanup);

it('says nothing where there is nothing to take', () => {
  render(<UpdateBanner />);
  expect(screen.queryByRole('status')).toBeNull();
});

it('offers a version that may be put away, and keeps one that is insisted on', async () => {
  useUpdate.setState({ told: told('offer') });
  render(<UpdateBanner />);
  await userEvent.click(screen.getByRole('button', { name: '稍后' }));
  expect(useUpdate.getState()).toMatchObject({ told: null, putAway: '1.8.0' });
  useUpdate.setState({ told: told('urge') });
  await screen.findByText('盘点更快');
  expect(screen.queryByRole('button', { name: '稍后' })).toBeNull();
});

it('stands before everything where it must be taken now, and says what is in the way', async () => {
  const take = vi.fn(async () => useUpdate.setState({ hindrance: '本页有未保存的内容，保存后再更新' }));
  useUpdate.setState({ told: told('block', take) });
  render(<UpdateBanner />);
  await screen.findByRole('dialog', { name: '请更新到 1.8.0' });
  await userEvent.click(screen.getByRole('button', { name: '更新' }));
  expect(take).toHaveBeenCalledOnce();
  await screen.findByText('本页有未保存的内容，保存后再更新');
});
