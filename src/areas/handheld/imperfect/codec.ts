import { imperfectReportCall, reportsMost } from '#contract/areas/purchasing/imperfect-report.ts';
import { uploadFile } from '#contract/areas/tasks/files.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { type Batch, type BatchAnswer, type Codec, type Outgoing, through } from '#src/local/index.ts';
import { newOpId } from '#src/wire/op-id.ts';
import type { Failure } from '#src/wire/sent.ts';
import { gradeName } from '../grade-words.ts';
import { placeName } from '../settings/hand-settings.ts';
import type { ImperfectPayload, KeptPicture } from './entry.ts';

/** How reports of imperfect goods are kept and sent: one stream for each warehouse. A picture goes up before the report that names it. */
export const imperfect: Codec<ImperfectPayload, null, null> = {
  kind: 'imperfect',
  blank: null,
  noted: () => null,
  async batch(ask, batch) {
    const operations = firstOf(batch.operations);
    const last = operations.at(-1);
    const picture = last?.payload.picture;
    if (!last || !picture) return report(ask, { ...batch, operations, files: new Map() });
    const sent = await ask(uploadFile, formOf(picture), picture.op_id);
    if (sent.ok) return report(ask, { ...batch, operations, files: new Map([[last.op_id, sent.value.id]]) });
    // A picture that nobody can read is told of its own report; those before it go without waiting for it.
    if (!isUnfit(sent.failure)) return sent;
    const { code, msg } = sent.failure;
    const answer = { op_id: last.op_id, word: 'refused', outcome: 'refused', code, msg } as const;
    return { ok: true, value: { answers: [answer], serverTime: '' }, serverTime: null };
  },
  // The server throws away pictures that nobody has used for days: what is sent once more brings its own again.
  repeats: async ({ payload }) => again(payload),
  corrects: {
    of: ({ payload: { barcode: code, qty }, word }) => (word === 'refused' ? { code, qty } : null),
    into: (payload, { code, qty }) => ({ ...again(payload), barcode: code, qty }),
  },
  summary: {
    title: (_document, id) => `残次上报 · ${placeName(id)}`,
    line: ({ barcode, qty, imperfect_type, reason, picture }) => ({
      what: barcode,
      sign: `${qty} 件`,
      where: [gradeName(imperfect_type), reason, picture && '有照片'].filter(Boolean).join(' · '),
    }),
    reason: () => '服务器未接收',
    discarding: { means: () => '这件残次不会登记。', reasons: ['扫错了', '不是残次', '重复记录'] },
    question: () => null,
  },
};

/** Reports up to the first with a picture: so much fits into one request's patience. The others are asked about again at once. */
function firstOf(operations: readonly Outgoing<ImperfectPayload>[]): readonly Outgoing<ImperfectPayload>[] {
  const pictured = operations.findIndex(({ payload }) => payload.picture !== null);
  return operations.slice(0, Math.min(reportsMost, pictured < 0 ? reportsMost : pictured + 1));
}

const report = through(imperfectReportCall, {
  input: ({
    document: warehouse_id,
    device: device_id,
    operations,
    files,
  }: Batch<ImperfectPayload> & { files: ReadonlyMap<string, string> }) => ({
    warehouse_id,
    device_id,
    entries: operations.map(({ op_id, at, doubtful, payload: { picture: _sent, ...said } }) => ({
      op_id,
      ...said,
      file_id: files.get(op_id) ?? null,
      found_at: at,
      ...(doubtful && { time_doubtful: true as const }),
    })),
  }),
  read: ({ answers, server_time: serverTime }): BatchAnswer | null =>
    Array.isArray(answers)
      ? { answers: answers.map(({ outcome, ...answer }) => ({ ...answer, outcome, word: outcome })), serverTime }
      : null,
});

function formOf({ data }: KeptPicture): FormData {
  const form = new FormData();
  form.append('biz', 'voucher');
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  form.append('file', new Blob([bytes], { type: 'image/jpeg' }), '残次照片.jpg');
  return form;
}

const again = (payload: ImperfectPayload): ImperfectPayload => ({
  ...payload,
  picture: payload.picture && { ...payload.picture, op_id: newOpId() },
});

const isUnfit = (failure: Failure): failure is Extract<Failure, { kind: 'refused' }> =>
  failure.kind === 'refused' && unfit.includes(failure.code);

const unfit: readonly number[] = [catalogue.invalid.code, catalogue.tooLarge.code];
