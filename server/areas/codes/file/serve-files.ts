import { sql } from 'kysely';
import { z } from 'zod';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeFileType, codeFileTypes, fileDays } from '#contract/areas/codes/code-enums.ts';
import { codeFile, isReading } from '#contract/areas/codes/code-file.ts';
import { codeFileLine } from '#contract/areas/codes/code-file-line.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { codeFileTask } from '#contract/areas/tasks/task.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { countKey } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { queueTask } from '#server/tasks/add-task.ts';
import { findDocument } from './find-document.ts';

/** Files of codes: taken, looked through by a task, confirmed, done by another (domain.md §4.18). */
export function serveCodeFiles(kit: Kit): void {
  serveDocument(kit, codeFile, {
    transitions: { confirm: { guard: guardConfirm, effect: (step) => confirm(kit, step) } },
  });
  serveEntity(kit, codeFileLine);
  kit.registry.write(
    codeCalls.upload,
    z.strictObject({
      file_id: z.string().regex(/^[0-9a-f]{32}$/, '文件编号有误'),
      file_type: z.literal(Object.keys(codeFileTypes).map(Number)),
      code_order_id: z.int().min(1).optional(),
      source_no: z.string().trim().min(1).max(limits.name).optional(),
      zone: z.string().trim().min(1).max(zoneMost).optional(),
    }),
    (context, asked) => takeFile(kit, context, asked),
    codeFile,
  );
}

/** Characters of a zone, as the warehouse spells one. */
const zoneMost = 16;

interface Upload {
  file_id: string;
  file_type: number;
  code_order_id?: number | undefined;
  source_no?: string | undefined;
  zone?: string | undefined;
}

async function takeFile(kit: Kit, context: WriteContext, asked: Upload): Promise<{ id: number; no: string }> {
  const name = await uploadedName(context, asked.file_id);
  const about = await aboutOf(context, asked);
  const day = 86_400_000;
  const { id, no } = await createDocument(kit, context, {
    definition: codeFile,
    label: '上传',
    values: {
      file_type: asked.file_type,
      name: name.slice(0, codeFile.fields.name.most),
      path: asked.file_id,
      expires_at: new Date(context.now.getTime() + fileDays * day).toISOString(),
      ...about,
    },
  });
  const task = await queueTask(context, kit.numbers, {
    type: codeFileTask,
    name: `检查码文件：${name}`.slice(0, limits.name),
    payload: { code_file_id: id, file_id: asked.file_id, doing: 'check' },
  });
  await sql`update code_file set task_id = ${task.id} where id = ${id}`.execute(context.db);
  return { id, no: no ?? '' };
}

async function uploadedName({ db, actor }: WriteContext, file: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where file_id = ${file} and admin_id = ${actor.id} and purpose = 'codes' and ready`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal('notFound', '文件不存在或已过期，请重新上传', 'file_id');
  return rows[0].name;
}

/** What a file is about: codes of an order that are bound, or what was read for a document. */
async function aboutOf(context: WriteContext, { file_type, code_order_id, source_no, zone }: Upload): Promise<Values> {
  if (zone !== undefined && file_type !== codeFileType.count)
    throw new Refusal('invalid', '只有手持盘点文件才填写库区', 'zone');
  if (isReading(file_type)) {
    if (code_order_id !== undefined) throw new Refusal('invalid', '只有工厂EPC文件才选择制码单', 'code_order_id');
    if (!source_no) throw new Refusal('invalid', '请填写所扫描的单据编号', 'source_no');
    const counts = file_type === codeFileType.count;
    if (counts && !context.actor.permissions.has(countKey))
      throw new Refusal('forbidden', '没有盘点的权限，不能上传盘点文件', 'file_type');
    const { docType, docId, docNo, warehouseId } = await findDocument(context.db, context.actor, {
      no: source_no,
      of: counts ? stocktaking : inWareBatch,
    });
    const about = { source_type: docType, source_id: docId, source_no: docNo, warehouse_id: warehouseId };
    return counts ? { ...about, zone: await zoneOf(context, docId, zone) } : about;
  }
  if (source_no !== undefined) throw new Refusal('invalid', '只有扫描文件才填写单据编号', 'source_no');
  if (code_order_id === undefined) return {};
  const [order] = await lockRecords(context, codeOrder, [code_order_id]);
  if (!order) throw new Refusal('invalid', '制码单不存在', 'code_order_id');
  return { code_order_id, warehouse_id: order.warehouse_id };
}

async function guardConfirm({ document, input }: Step<typeof codeFile>): Promise<void> {
  const { checked_at, error_count: wrong, ok_count: good } = document;
  if (!checked_at) throw new Refusal('illegalTransition', '文件还在检查，请稍候再确认');
  if (Number(wrong) > 0 && input.skip_errors !== 1)
    throw new Refusal('invalid', `有 ${Number(wrong)} 行有误，请修正后重新上传，或选择略过`, 'skip_errors');
  if (Number(good) === 0) throw new Refusal('invalid', '没有可以处理的行');
}

async function confirm({ numbers }: Kit, { context, document }: Step<typeof codeFile>): Promise<Values> {
  const { id: task_id } = await queueTask(context, numbers, {
    type: codeFileTask,
    name: `处理码文件：${document.name}`.slice(0, limits.name),
    payload: { code_file_id: document.id, file_id: document.path, doing: 'confirm' },
  });
  return { task_id };
}

/** The zone that a file counts in: one of the sheet's round that is open, and its only one where none is said. */
async function zoneOf({ db }: WriteContext, sheetId: number, said: string | undefined): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select z.code from stocktaking_zone z join stocktaking t on t.id = z.stocktaking_id and t.round = z.round and t.status in (1, 3)
    where t.id = ${sheetId} and z.closed_at is null order by z.id`.execute(db);
  const codes = rows.map(({ code }) => code);
  if (codes.length === 0) throw new Refusal('illegalTransition', '盘点单不在盘点中，或库区都已关闭', 'source_no');
  const [only, second] = codes;
  if (said === undefined && only !== undefined && second === undefined) return only;
  if (said === undefined || !codes.includes(said))
    throw new Refusal('invalid', `请填写文件所盘的库区：${codes.join('、')}`, 'zone');
  return said;
}
