// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { mountHand, sheetOf } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('asks before an unknown code of a zone that was handed back is put away: the server would take that back', async () => {
  const { device, office } = await handedBack('odd');
  const putAway = async () => {
    await userEvent.click(await screen.findByRole('button', { name: '作废本条' }));
    await userEvent.click(await screen.findByRole('button', { name: '扫错了' }));
    await userEvent.click(await screen.findByRole('button', { name: '确认作废' }));
  };
  await putAway();
  await userEvent.click(await screen.findByRole('button', { name: '不作废' }));
  expect((await device.local.outbox.statusNow(11)).attention).toBe(1);
  await userEvent.click(await screen.findByRole('button', { name: '确认作废' }));
  expect(await screen.findByText(/女装区 已交回/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: '仍然作废' }));
  await waitFor(() => expect(office.taken.at(-1)?.entry.kind).toBe('void'));
  await waitFor(async () => expect((await device.local.outbox.statusNow(11)).attention).toBe(0));
});

it('asks before a refused entry of such a zone is sent again: it would be counted on', async () => {
  const { device, office } = await handedBack('refuse');
  await userEvent.click(await screen.findByRole('button', { name: '重发' }));
  await userEvent.click(await screen.findByRole('button', { name: '不重发' }));
  expect((await device.local.outbox.statusNow(11)).attention).toBe(1);
  await userEvent.click(await screen.findByRole('button', { name: '重发' }));
  await userEvent.click(await screen.findByRole('button', { name: '仍然重发' }));
  await waitFor(() => expect(office.taken).toHaveLength(2));
});

it('asks nothing where nothing is sent: a refused entry that is put away', async () => {
  const { device } = await handedBack('refuse');
  await userEvent.click(await screen.findByRole('button', { name: '作废本条' }));
  await userEvent.click(await screen.findByRole('button', { name: '扫错了' }));
  await userEvent.click(await screen.findByRole('button', { name: '确认作废' }));
  await waitFor(async () => expect((await device.local.outbox.statusNow(11)).attention).toBe(0));
});

it('asks nothing for an entry of an earlier round, whose zones are not handed back any more', async () => {
  const { device } = await handedBack('odd', { roundsLater: 1 });
  await userEvent.click(await screen.findByRole('button', { name: '作废本条' }));
  await userEvent.click(await screen.findByRole('button', { name: '扫错了' }));
  await userEvent.click(await screen.findByRole('button', { name: '确认作废' }));
  await waitFor(async () => expect((await device.local.outbox.statusNow(11)).attention).toBe(0));
});

/** A device on which one entry waits for its person, in a zone that was handed back since, in so many rounds later. */
async function handedBack(
  barcode: 'odd' | 'refuse',
  { roundsLater = 0 } = {},
): Promise<{ device: TestDevice; office: Office }> {
  const office = new Office();
  const device = await newDevice(office.send);
  const { session, sync } = device.local;
  const journal = stocktakingOf(device.local);
  const { sheets } = journal;
  await session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  await sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
  const goods = { barcode, skuId: null, imperfectType: 0, qty: 1 };
  await journal.append({ kind: 'add', uid: 11, sheetId: 7, zone: 'A', round: 1, ...goods });
  await sync.kick('timer');
  if (roundsLater > 0) await sheets.save({ uid: 11, sheet: sheetOf({ round: 1 + roundsLater }), zones: ['A'] });
  await journal.finishZone({ uid: 11, sheetId: 7, zone: 'A' });
  await mountHand('/hand/queue', device.local);
  return { device, office };
}
