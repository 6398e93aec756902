import { sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import type { ImperfectReport, ReportAnswer } from '#contract/areas/purchasing/imperfect-report.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { inSavepoint } from '#server/database/transaction.ts';
import { attachFiles } from '#server/kit/attachments/attach-files.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { namedGoods, whyNoGoods } from '#server/kit/goods-by-code.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runWithin } from '#server/kit/run-call.ts';
import { findCodes } from '#server/ledger/codes.ts';
import { toldTo } from '#server/ledger/goods-refusal.ts';

interface Reported {
  warehouse_id: number;
  device_id: string;
  entries: ImperfectReport[];
}

/**
 * Makes a record of each report, as somebody at a desk would, with its picture; each once, with a word for each. A refusal undoes its own report
 * and no other: nothing of it is kept here, it waits on the device for a person.
 */
export async function takeReports(
  registry: Registry,
  context: WriteContext,
  reported: Reported,
): Promise<{ answers: ReportAnswer[]; server_time: string }> {
  const { entries, warehouse_id: id } = reported;
  if (!(await readRecord(context.db, warehouse, { actor: context.actor, id })))
    throw new Refusal('notFound', undefined, 'warehouse_id');
  await lockReports(context, entries);
  const answered = await earlierAnswers(context, reported);
  const goods = await namedGoods(
    context,
    entries.map(({ barcode: code }) => ({ code })),
  );
  // A piece may be scanned by its own code: the record names it.
  const codes = await findCodes(
    context.db,
    entries.map(({ barcode }) => barcode),
  );
  const skuOf = ({ barcode }: ImperfectReport): number => goods.get(barcode)?.sku_id ?? codes.get(barcode)?.skuId ?? 0;
  const fresh = entries.filter(({ op_id }) => !answered.has(op_id));
  // Stock is locked goods by goods: all batches of reports take them in one order.
  for (const entry of fresh.toSorted((one, other) => skuOf(one) - skuOf(other)))
    answered.set(
      entry.op_id,
      await takeOne(registry, context, {
        reported,
        entry,
        sku: skuOf(entry),
        code: codes.get(entry.barcode),
      }),
    );
  return {
    answers: entries.flatMap(({ op_id }) => answered.get(op_id) ?? []),
    server_time: context.now.toISOString(),
  };
}

/** Two pages of a device may send the same reports at once: the second waits for the answers of the first. */
async function lockReports({ db }: WriteContext, entries: readonly ImperfectReport[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(k) from (
      select distinct hashtextextended('imperfect_report' || op::text, 0) as k from unnest(${entries.map(({ op_id }) => op_id)}::uuid[]) as op order by 1
    ) as keys`.execute(db);
}

async function earlierAnswers(
  { actor, db }: WriteContext,
  { warehouse_id, device_id, entries }: Reported,
): Promise<Map<string, ReportAnswer>> {
  const { rows } = await sql<{ op_id: string; ours: boolean }>`
    select op_id, warehouse_id = ${warehouse_id} and device_id = ${device_id} and admin_id = ${actor.id} as ours
    from imperfect_report where op_id = any(${entries.map(({ op_id }) => op_id)}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ op_id, ours }) => [op_id, ours ? { op_id, outcome: 'accepted' } : refused(op_id, foreign)]),
  );
}

const foreign = new Refusal('duplicateSubmit');

const refused = (op_id: string, { code, message: msg }: Refusal): ReportAnswer => ({
  op_id,
  outcome: 'refused',
  code,
  msg,
});

interface One {
  readonly reported: Reported;
  readonly entry: ImperfectReport;
  /** 0 where nobody knows the code. */
  readonly sku: number;
  /** The piece, where its own code was scanned. */
  readonly code: { readonly id: number; readonly imperfectType: number } | undefined;
}

async function takeOne(registry: Registry, context: WriteContext, one: One): Promise<ReportAnswer> {
  const { op_id } = one.entry;
  try {
    await inSavepoint(context.db, () => register(registry, context, one));
    return { op_id, outcome: 'accepted' };
  } catch (error) {
    const told = await toldTo(context.actor, context.db, error);
    if (!(told instanceof Refusal) || told.code === catalogue.busy.code) throw told;
    return refused(op_id, told);
  }
}

async function register(registry: Registry, context: WriteContext, { reported, entry, sku, code }: One): Promise<void> {
  if (sku === 0) throw new Refusal('invalid', whyNoGoods(entry.barcode));
  const add = registry.find(callsOf(imperfectRecord).add);
  if (!add) throw new Error('imperfect goods are not served');
  const { warehouse_id, device_id } = reported;
  const { op_id, source_type, imperfect_type, qty, reason, file_id, found_at, time_doubtful = false } = entry;
  const { id, no } = (await runWithin({ ...context, opId: op_id }, add, {
    warehouse_id,
    source_type,
    lines: [
      {
        sku_id: sku,
        ...(code ? { from_type: code.imperfectType, code_ids: [code.id] } : {}),
        imperfect_type,
        qty,
        reason,
      },
    ],
  })) as Saved;
  await sql`
    insert into imperfect_report (op_id, imperfect_record_id, warehouse_id, device_id, admin_id, found_at, time_doubtful, received_at)
    values (${op_id}, ${id}, ${warehouse_id}, ${device_id}, ${context.actor.id}, ${found_at}, ${time_doubtful}, ${context.now.toISOString()})`.execute(
    context.db,
  );
  await writeAudit(context, [
    {
      docType: imperfectRecord.name,
      docId: id,
      docNo: no,
      action: 'report',
      label: '平板登记',
      remark: `发现于 ${printTime(found_at)}${time_doubtful ? '（本机时钟不准）' : ''}`,
    },
  ]);
  if (file_id !== null) await attachFiles(context, imperfectRecord, { id, files: [{ id: file_id, kind: 'picture' }] });
}
