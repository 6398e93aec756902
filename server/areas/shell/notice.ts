import { z } from 'zod';
import {
  type NoticeRequest,
  noticeCalls,
  noticeState,
  noticeStates,
  noticeTarget,
  notify,
  notifyRead,
} from '#contract/areas/shell/notice.ts';
import { callsOf, type ListRequest, type Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { listSchema, schemaOfField } from '#contract/kit/schema.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { exportRows } from '#server/kit/export-list.ts';
import { listRows } from '#server/kit/list-query.ts';
import { requireField } from '#server/kit/require-field.ts';
import { addRecord, editRecord, type SaveHooks } from '#server/kit/save-record.ts';
import { ofDefinition } from '#server/kit/seen-schema.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { publish } from '#server/push/publish.ts';
import { lockNotice, moveNotice, sendNotice } from './notice-send.ts';
import { checkTargets, keepTargets, targetsOf } from './notice-targets.ts';
import { serveWantedNotices } from './notice-wanted.ts';

/** Serves notices: writing, sending, revoking, and who has read them (domain.md §4.27, api.csv rows 261 to 265). */
export function serveNotice(kit: Kit): void {
  const { registry } = kit;
  registry.read(callsOf(notify).list, listSchema(notify), list as never, notify);
  registry.read(callsOf(notifyRead).list, readsSchema, listReads as never, notifyRead);
  registry.write(noticeCalls.save, saveSchema, (context, input) => save(kit, context, input), notify);
  registry.write(noticeCalls.send, oneSchema, send, notify);
  registry.write(noticeCalls.revoke, oneSchema, revoke, notify);
  serveWantedNotices(kit);
}

const id = z.int().min(1);
const oneSchema = z.strictObject({ id, version: id.optional() });
/** Asked for by the notice's own id (api.csv), which is `msg_id` here. */
const readsSchema = listSchema(notifyRead).extend({ id: id.optional() });
const settable = Object.entries(notify.fields).filter(([, field]) => !field.derived);
const saveSchema = ofDefinition(
  z
    .strictObject({
      ...Object.fromEntries(settable.map(([name, field]) => [name, schemaOfField(field)])),
      id: id.optional(),
      version: id.optional(),
      target_ids: z.array(id).max(limits.pastedEntries).optional(),
    })
    .superRefine((value, context) => {
      const asked = value as unknown as NoticeRequest;
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (asked.id !== undefined && asked.version === undefined) refuse('version', '不能为空');
      const everyone = asked.target_type === noticeTarget.everyone;
      if (!everyone && !asked.target_ids?.length) refuse('target_ids', '请选择通知对象');
      if (everyone && asked.target_ids?.length) refuse('target_ids', '通知全部人员时不选择对象');
    }),
);

async function list(context: ReadContext, asked: ListRequest): Promise<unknown> {
  const question = { actor: context.actor, asked };
  if (asked.export) return await exportRows(context, notify, question);
  const answer = await listRows(context.db, notify, question);
  const targets = await targetsOf(
    context.db,
    answer.list.map((row) => requireField(row, 'id')),
  );
  return {
    ...answer,
    list: answer.list.map((row) => ({ ...row, target_ids: targets.get(requireField(row, 'id')) ?? [] })),
  };
}

async function listReads(
  context: ReadContext,
  { id: notice, ...asked }: ListRequest & { id?: number },
): Promise<unknown> {
  const question = { actor: context.actor, asked: notice === undefined ? asked : { ...asked, msg_id: notice } };
  return asked.export
    ? await exportRows(context, notifyRead, question)
    : await listRows(context.db, notifyRead, question);
}

async function save(
  { numbers }: Kit,
  context: WriteContext,
  { target_ids = [], ...asked }: NoticeRequest,
): Promise<Saved> {
  await checkTargets(context.db, asked.target_type, target_ids);
  const hooks: SaveHooks = {
    async derive(_context, _values, before) {
      if (before && before.status !== noticeState.draft) throw new Refusal('illegalTransition', '只有草稿可以修改');
      return {};
    },
    after: (_context, noticeId) => keepTargets(context.db, noticeId, target_ids),
  };
  const saving = { definition: notify, input: { ...asked }, hooks, numbers };
  return asked.id === undefined ? await addRecord(context, saving) : await editRecord(context, saving);
}

async function send(context: WriteContext, asked: { id: number; version?: number }): Promise<Saved> {
  const notice = await lockNotice(context, asked);
  if (notice.status !== noticeState.draft && notice.status !== noticeState.waiting)
    throw refusedIn(notice.status, '发送');
  const ahead = notice.send_at !== null && Date.parse(notice.send_at) > context.now.getTime();
  // A notice that waits already is sent now: somebody has pressed again.
  if (notice.status === noticeState.draft && ahead)
    return await moveNotice(context, notice, { to: noticeState.waiting, action: 'schedule', label: '定时发送' });
  const reached = await sendNotice(context, notice);
  if (reached === 0) throw new Refusal('invalid', '通知对象中没有启用的人员', 'target_ids');
  return { id: notice.id, version: notice.version + 1, no: null };
}

async function revoke(context: WriteContext, asked: { id: number; version?: number }): Promise<Saved> {
  const notice = await lockNotice(context, asked);
  if (notice.status !== noticeState.waiting && notice.status !== noticeState.sent)
    throw refusedIn(notice.status, '撤回');
  const saved = await moveNotice(context, notice, { to: noticeState.revoked, action: 'revoke', label: '撤回' });
  // To all: it says nothing but an id, and most of whom it went to may have read it.
  if (notice.status === noticeState.sent)
    await publish(context.db, { to: 'everyone', message: { type: 6, msg_id: notice.id } });
  return saved;
}

function refusedIn(status: number, step: string): Refusal {
  const now = noticeStates[status as keyof typeof noticeStates];
  return new Refusal('illegalTransition', `通知当前为“${now}”，不能${step}`);
}
