import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describedStyle } from '#contract/areas/goods/described-style.ts';
import { picturedStyle, placedText } from '#contract/areas/goods/pictures.ts';
import { batchStatus, lineOutcome, toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import { type BulkDefinition, isBulk } from '#contract/kit/bulk.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { serveDescribedStyle } from '#server/areas/goods/described-style.ts';
import { servePictures } from '#server/areas/goods/pictures.ts';
import { personNamed } from '#server/import/staff.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { keepPicture } from '#server/kit/pictures/keep-picture.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';
import { type Silhouette, silhouette } from './silhouettes.ts';

/** A picture for each of sixty styles and the attributes of twelve, each brought by a batch of the goods office (domain.md §13.6). */
export async function seedPictures(step: SeedStep): Promise<void> {
  const clerks = openClerks(step, { chance: new Chance(20_260_358), serve: [servePictures, serveDescribedStyle] });
  const person = await personNamed(step.tx, clerk);
  if (!person) throw new Error('the goods office of the demo company is empty');
  const { rows: styles } = await sql<Style>`
    select s.id, s.style_no, s.name, s.brand_id, c.name as category from spu s join category c on c.id = s.category_id
    where s.status = 1 order by s.spu_no limit ${pictured}`.execute(step.tx);
  const known = new Map<string, string>();
  const brands = [...new Set(styles.map((style) => style.brand_id))];
  const brought = [];
  for (const { id, style_no, category, brand_id } of styles) {
    const kind = shapeOf(category);
    const tone = brands.indexOf(brand_id) % tones.length;
    const key = `${kind} ${tone}`;
    const picture =
      known.get(key) ??
      (
        await keepPicture(
          { db: step.tx, files: step.files, adminId: person.id, now: step.now },
          { bytes: await silhouette(kind, tones[tone] ?? [0, 0, 0]), name: `${style_no}.png` },
        )
      ).id;
    known.set(key, picture);
    brought.push({
      id,
      values: { pictures: [placedText({ id: picture, color_value_id: null, name: `${style_no}_1.png` })] },
    });
  }
  clerks.begin(6);
  await batchOf({ step, clerks, by: person.id }, picturedStyle, brought);
  const { rows: shirts } = await sql<{ id: number }>`
    select id from described_style where category_id in (select id from category where name in ('T恤', '衬衫')) and cardinality(attributes) = 0
    order by id limit ${described}`.execute(step.tx);
  clerks.begin(3);
  const cotton = { attributes: ['面料成分：棉', '安全类别：B类'] };
  await batchOf(
    { step, clerks, by: person.id },
    describedStyle,
    shirts.map(({ id }) => ({ id, values: cotton })),
  );
}

interface Style {
  id: number;
  style_no: string;
  name: string;
  brand_id: number;
  category: string;
}

const clerk = 'goods';
const pictured = 60;
const described = 12;

const tones: readonly (readonly [number, number, number])[] = [
  [38, 70, 83],
  [188, 71, 73],
  [106, 153, 78],
  [224, 159, 62],
  [84, 71, 140],
  [90, 90, 95],
];

function shapeOf(category: string): Silhouette {
  if (/裙/.test(category)) return 'dress';
  return /裤/.test(category) ? 'bottom' : 'top';
}

/** What a batch did, row by row through the calls of one, and the batch that says so: whoever looks can take it back. */
async function batchOf(
  { step, clerks, by }: { step: SeedStep; clerks: Clerks; by: number },
  definition: AnyDefinition,
  rows: readonly { id: number; values: Record<string, string[]> }[],
): Promise<void> {
  const { bulk } = bulkOf(definition);
  const standing = async (): Promise<Map<number, SeededStyle>> => {
    const field = sql.ref(bulk.fields[0] ?? '');
    const { rows: found } = await sql<SeededStyle>`
      select id, version, name, ${field} as value from ${sql.table(tableOf(definition))} where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
      step.tx,
    );
    return new Map(found.map((one) => [one.id, one]));
  };
  const before = await standing();
  for (const { id, values } of rows)
    await clerks.ask(clerk, callsOf(definition).edit, { id, version: before.get(id)?.version, ...values } as never);
  const after = await standing();
  const at = step.now.toISOString();
  const context = contextOf(step);
  const made = await createDocument(step, context, {
    definition: toolBatch,
    label: '新建',
    values: { type: bulk.type, total: rows.length, runner_id: by },
  });
  const lines = rows.map(({ id }, place) => ({
    row_no: place + 1,
    target_id: id,
    target_key: after.get(id)?.name,
    version: after.get(id)?.version,
    before: { [bulk.fields[0] ?? '']: before.get(id)?.value },
    after: { [bulk.fields[0] ?? '']: after.get(id)?.value },
    op_id: randomUUID(),
  }));
  await sql`
    insert into tool_batch_line (tool_batch_id, row_no, target_id, target_key, version, before, after, outcome, at, op_id)
    select ${made.id}, e.row_no, e.target_id, e.target_key, e.version, e.before, e.after, ${lineOutcome.changed}, ${at}, e.op_id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as e (row_no int, target_id bigint, target_key text, version bigint, before jsonb, after jsonb, op_id uuid)`.execute(
    step.tx,
  );
  await sql`
    update tool_batch set status = ${batchStatus.done}, ok_count = total, progress = 100, finished_at = ${at}, created_by = ${by}
    where id = ${made.id}`.execute(step.tx);
  const history = { docType: toolBatch.name, docId: made.id, docNo: made.no };
  await writeAudit(context, [
    { ...history, action: 'execute', label: '执行', fromStatus: batchStatus.queued, toStatus: batchStatus.running },
    { ...history, action: 'finish', label: '结束', fromStatus: batchStatus.running, toStatus: batchStatus.done },
  ]);
}

interface SeededStyle {
  id: number;
  version: number;
  name: string;
  value: string[];
}

function bulkOf(definition: AnyDefinition): BulkDefinition {
  if (!isBulk(definition)) throw new Error(`${definition.name} is not changed in bulk`);
  return definition;
}
