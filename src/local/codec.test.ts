import { describe, expect, it } from 'vitest';
import { command } from '#contract/kit/call.ts';
import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { type Batch, type Codec, type Local, openLocal, through } from './index.ts';
import type { Send } from './stream-turn.ts';

/*
 * Picking as it will be sent (amendments G12): entries with op ids, no positions, no report, an answer per entry. Nothing of
 * the core is changed for it.
 */

interface Pick {
  box: string;
  code: string;
  qty: number;
}

interface PickEntry extends Pick {
  op_id: string;
  picked_at: string;
}

interface PickResult {
  done: string[];
  wrong: { op_id: string; why: string }[];
  /** Of an allotment that somebody else has locked just now. */
  later: string[];
}

const pickCall = command<{ id: number; entries: PickEntry[] }, PickResult>({
  service: 'erp',
  path: '/v1/allot/pick',
  access: 'allot:pick',
});

const picking: Codec<Pick, { boxes: string[] }, { allot_no: string }> = {
  kind: 'picking',
  blank: { boxes: [] },
  noted: ({ boxes }, { box }) => ({ boxes: boxes.includes(box) ? boxes : [...boxes, box] }),
  batch: through(pickCall, {
    input: ({ document, operations }: Batch<Pick>) => ({
      id: document,
      entries: operations.map(({ op_id, at, payload }) => ({ op_id, picked_at: at, ...payload })),
    }),
    read: ({ done, wrong, later }) => ({
      answers: [
        ...done.map((op_id) => ({ op_id, word: 'accepted' as const })),
        ...wrong.map(({ op_id, why }) => ({ op_id, word: 'refused' as const, msg: why })),
        ...later.map((op_id) => ({ op_id, word: 'again' as const })),
      ],
      serverTime: '',
    }),
  }),
  summary: {
    title: (document, id) => document?.allot_no ?? `调拨单 ${id}`,
    line: ({ box, code, qty }) => ({ what: code, sign: `+${qty}`, where: box }),
    reason: () => '',
    discarding: { means: () => '这一件不会发出。', reasons: ['拣错了'] },
    question: () => null,
  },
};

describe('another kind of document', () => {
  it('is refused by name where it was not named at the opening', async () => {
    const { local } = await newDevice();
    expect(() => local.outbox.of(picking)).toThrow('picking');
  });

  it('of a build that knows it is kept by one that does not, and not sent', async () => {
    const { device, local, asked } = await pickingOf(new Office());
    await pick(local, 'a');
    local.close();
    await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
    expect(await device.local.drain()).toMatchObject({ end: 'empty' });
    expect(asked).toEqual([]);
    expect(await device.local.outbox.statusNow(11)).toMatchObject({ unsent: 1, ofAnotherBuild: 1 });
    expect(await device.local.outbox.streams(11)).toEqual(['picking:5']);
    await device.local.outbox.prune();
    const again = await openLocal({ world: device.world, send: sender(new Office(), asked), codecs: [picking] });
    await again.drain();
    expect(asked.map(({ code }) => code)).toEqual(['a']);
    expect(await again.outbox.statusNow(11)).toMatchObject({ unsent: 0, ofAnotherBuild: 0 });
    again.close();
  });

  it('is sent by its own call, in order, with the ids and times of the deeds, beside a count that is none of its business', async () => {
    const office = new Office();
    const { device, local, asked } = await pickingOf(office);
    await pick(local, 'a');
    await stocktakingOf(local).append(newScan({ sheetId: 5 }));
    await pick(local, 'b');
    await signIn(local);
    await local.drain();
    expect(asked.map(({ code, picked_at }) => [code, picked_at])).toEqual([
      ['a', new Date(device.time).toISOString()],
      ['b', new Date(device.time).toISOString()],
    ]);
    expect(office.taken).toHaveLength(1);
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
    const { stream } = await local.outbox.of(picking).read({ uid: 11, document: 5 });
    expect(stream?.note).toEqual({ boxes: ['box 1'] });
    local.close();
  });

  it('has its refusals settled by a person, in its own words, and waits with what the server wants again', async () => {
    const { device, local, asked, later } = await pickingOf(new Office());
    await signIn(local);
    for (const code of ['a', 'wrong', 'busy']) await pick(local, code);
    later.add('busy');
    expect(await local.drain()).toMatchObject({ end: 'waits', entries: true });
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 1, attention: 1 });
    const live = local.outbox.standing({ uid: 11, stream: 'picking:5', most: 9 });
    const stop = live.subscribe(() => {});
    await expect.poll(() => live.get()?.operations.length).toBe(2);
    expect(live.get()).toMatchObject({ title: 'DB1', unsent: 1, attention: 1 });
    expect(live.get()?.operations).toMatchObject([
      { what: 'wrong', where: 'box 1', why: '不在拣货范围', repeatable: true, word: 'attention' },
      { what: 'busy', word: 'saved', repeatable: false },
    ]);
    stop();
    const [refused] = live.get()?.operations ?? [];
    expect(await local.outbox.discard(refused?.op_id ?? '', '拣错了')).toMatchObject({ state: 'settled' });
    later.clear();
    device.time += 60_000;
    await local.drain();
    expect(asked.filter(({ code }) => code === 'busy').map(({ op_id }) => op_id)).toHaveLength(2);
    expect(new Set(asked.map(({ op_id }) => op_id)).size).toBe(3);
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 0, attention: 0 });
    local.close();
  });
});

/** A device with counting and picking, whose page sends nothing by itself; `asked` is what reached the server. */
async function pickingOf(office: Office) {
  const device = await newDevice();
  device.local.sync.stop();
  const asked: PickEntry[] = [];
  const later = new Set<string>();
  const send = sender(office, asked, later);
  const local = await openLocal({ world: device.world, send, codecs: [stocktaking, picking] });
  local.sync.stop();
  await local.outbox
    .of(picking)
    .keep({ uid: 11, document: 5 }, ({ note }) => ({ note, document: { allot_no: 'DB1' } }));
  return { device, local, asked, later };
}

function sender(office: Office, asked: PickEntry[], later: ReadonlySet<string> = new Set()): Send {
  return (async (call, input, options) => {
    if (call.path !== pickCall.path) return office.send(call, input, options);
    const { entries } = input as { entries: PickEntry[] };
    asked.push(...entries);
    const is = ({ code }: PickEntry) => (code === 'wrong' ? 'wrong' : later.has(code) ? 'later' : 'done');
    const ids = (word: string) => entries.filter((entry) => is(entry) === word).map(({ op_id }) => op_id);
    const wrong = ids('wrong').map((op_id) => ({ op_id, why: '不在拣货范围' }));
    return { ok: true, value: { done: ids('done'), wrong, later: ids('later') }, serverTime: null };
  }) as Send;
}

function pick(local: Local, code: string) {
  return local.outbox.of(picking).append({ uid: 11, document: 5, payload: { box: 'box 1', code, qty: 1 } });
}

function signIn(local: Local): Promise<void> {
  return local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
}
