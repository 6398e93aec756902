// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { type ImperfectReport, imperfectReportCall } from '#contract/areas/purchasing/imperfect-report.ts';
import { uploadFile } from '#contract/areas/tasks/files.ts';
import type { Call } from '#contract/kit/call.ts';
import type { SendOptions } from '#src/wire/wire.ts';
import { newDevice } from '#tests/torture/device.ts';
import { mountHand, shoot } from '../hand-bench.tsx';
import { setOwnPlace } from '../settings/hand-settings.ts';
import { imperfect } from './codec.ts';
import type { ImperfectPayload } from './entry.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const place = { id: 4, name: '嘉兴总仓' };
const unsent = async ({ local }: Awaited<ReturnType<typeof newDevice>>) => (await local.outbox.statusNow(11)).unsent;
const payload = (more: Partial<ImperfectPayload> = {}): ImperfectPayload => ({
  barcode: '6901000',
  source_type: 2,
  imperfect_type: 1,
  qty: 1,
  reason: '污渍',
  picture: null,
  ...more,
});

/** A server that keeps to the agreement, and fails as told. */
function office() {
  const said = {
    files: [] as string[],
    reports: [] as ImperfectReport[][],
    /** What is refused: of files and of goods. */
    badFile: false,
    offline: false,
    loseAnswer: false,
  };
  const files = new Map<string, string>();
  const send = (async (call: Call, input: unknown, options?: SendOptions) => {
    if (said.offline) return { ok: false, failure: { kind: 'offline' } };
    if (call.path === uploadFile.path) {
      if (said.badFile)
        return {
          ok: false,
          failure: { kind: 'refused', refusal: 'invalid', code: 4001, msg: '图片已损坏', field: 'file' },
        };
      const opId = options?.opId ?? '';
      const known = files.get(opId) ?? `${files.size}`.repeat(32);
      files.set(opId, known);
      said.files.push(opId);
      return { ok: true, value: { id: known }, serverTime: null };
    }
    if (call.path !== imperfectReportCall.path) return { ok: false, failure: { kind: 'offline' } };
    const { entries } = input as { entries: ImperfectReport[] };
    said.reports.push(entries);
    if (said.loseAnswer) {
      said.loseAnswer = false;
      return { ok: false, failure: { kind: 'offline' } };
    }
    const answers = entries.map(({ op_id }) => ({ op_id, outcome: 'accepted' }));
    return { ok: true, value: { answers, server_time: '2025-03-03T08:00:00.000Z' }, serverTime: null };
  }) as never;
  return { said, files, send };
}

async function signedIn(send: never) {
  const device = await newDevice(send);
  await device.local.session.put({ uid: 11, nickname: '王铁柱', token: 't-11', expires_at: 0 });
  return device;
}

it('keeps nothing before goods, pieces and reason are said, then keeps it without a network', async () => {
  setOwnPlace(place);
  const device = await newDevice();
  await mountHand('/hand/imperfect', device.local);
  const button = async (name: string) => await screen.findByRole<HTMLButtonElement>('button', { name });
  expect((await button('先扫货品')).disabled).toBe(true);
  shoot('6901000');
  expect((await button('说原因')).disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText('件数'));
  expect((await button('填件数')).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('件数'), '2');
  await userEvent.click(screen.getByRole('button', { name: '破损' }));
  await userEvent.click(await button('上报'));
  await waitFor(async () => expect(await unsent(device)).toBe(1));
  expect(JSON.stringify(await device.local.outbox.carryOut())).toContain('破损');
  // The next one begins empty.
  expect((await button('先扫货品')).disabled).toBe(true);
});

it('leaves what was typed where it is when it cannot be kept, and says so', async () => {
  setOwnPlace(place);
  const device = await newDevice();
  await mountHand('/hand/imperfect', device.local);
  await userEvent.type(await screen.findByLabelText('条码或货号'), '6901000');
  await userEvent.click(screen.getByRole('button', { name: '污渍' }));
  device.storage.full = true;
  await userEvent.click(screen.getByRole('button', { name: '上报' }));
  expect((await screen.findByRole('alert')).textContent).toContain('没有保存');
  device.storage.full = false;
  await userEvent.click(screen.getByRole('button', { name: '上报' }));
  await waitFor(async () => expect(await unsent(device)).toBe(1));
});

it('asks for the warehouse first, and says what to do without a network', async () => {
  const device = await newDevice();
  await mountHand('/hand/imperfect', device.local);
  expect(await screen.findByText('先选仓库')).toBeTruthy();
});

it('sends a picture once under its own id, before the report that names it, whatever becomes of the answers', async () => {
  const { said, files, send } = office();
  const device = await signedIn(send);
  const reports = device.local.outbox.of(imperfect);
  const picture = { op_id: crypto.randomUUID(), data: btoa('jpeg') };
  for (const one of [payload(), payload({ picture }), payload({ reason: '开线' })])
    await reports.append({ uid: 11, document: place.id, payload: one });
  said.loseAnswer = true;
  await device.local.drain();
  for (let turn = 0; turn < 10 && (await unsent(device)) > 0; turn += 1) {
    device.time += 600_000;
    await device.local.drain();
  }
  expect(await unsent(device)).toBe(0);
  expect([...files.keys()]).toEqual([picture.op_id]);
  const ids = new Set(said.reports.flat().map(({ op_id }) => op_id));
  expect(ids.size).toBe(3);
  expect(
    said.reports
      .flat()
      .filter(({ file_id }) => file_id !== null)
      .every(({ file_id }) => file_id === '0'.repeat(32)),
  ).toBe(true);
});

it('puts a report before a person whose picture nobody can read, and sends it again with another picture id', async () => {
  const { said, send } = office();
  const device = await signedIn(send);
  const picture = { op_id: crypto.randomUUID(), data: btoa('nothing') };
  said.badFile = true;
  const { op_id } = await device.local.outbox
    .of(imperfect)
    .append({ uid: 11, document: place.id, payload: payload({ picture }) });
  const comes = async (standing: object) => {
    await device.local.drain();
    expect(await device.local.outbox.statusNow(11)).toMatchObject(standing);
  };
  await waitFor(() => comes({ unsent: 0, attention: 1 }));
  said.badFile = false;
  await device.local.outbox.sendAgain(op_id);
  await waitFor(() => comes({ unsent: 0, attention: 0 }));
  expect(said.files).toHaveLength(1);
  expect(said.files[0]).not.toBe(picture.op_id);
});
