import { type Kysely, sql } from 'kysely';
import { type DataDimension, dataDimensions } from '#contract/areas/access/data-role.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import { type DataLimits, organize, type SetLimits } from '#contract/areas/access/organize.ts';
import { definitions } from '#contract/definitions.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { lockRecords, readOptions, readRecord } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { dimensionNamed, dimensions } from './data-roles.ts';
import { applyChange } from './grants/apply.ts';
import { askGrant } from './grants/ask.ts';
import { refuseOwn } from './grants/check.ts';
import type { StoredItem } from './grants/item.ts';
import { supersede } from './grants/supersede.ts';
import { membersUnder, pushInvalidation } from './push-invalidation.ts';

/**
 * The limits that an organisation carries itself, with the titles of what they name as far as the caller may see it, and
 * the version that they belong to; one query a dimension that is limited.
 */
export async function limitsOf({ db, actor }: ReadContext, organizeId: number): Promise<DataLimits> {
  if (!(await readRecord(db, organize, { actor, id: organizeId }))) throw new Refusal('notFound');
  const { version, held } = await heldLimits(db, organizeId);
  const list = await Promise.all(
    [...held].map(async ([dimension, value_ids]) => {
      const target = definitions.find((one) => one.name === dataDimensions[dimension].scope);
      const { list } = target ? await readOptions(db, target, { actor, asked: { ids: value_ids } }) : { list: [] };
      return {
        dimension,
        name: dataDimensions[dimension].label,
        value_ids,
        values: list.map(({ id, title }) => ({ id, title })),
      };
    }),
  );
  return { list, total: list.length, version };
}

/**
 * Sets an organisation's limits, whole. What both the old and the new allow holds at once, so narrowing never waits; what
 * the new allows besides is asked for (decision 0014). Requests of before about the same organisation are overtaken.
 * Refuses with `versionConflict` where somebody has changed the organisation since the version that was read.
 */
export async function setLimits(
  context: WriteContext,
  { organize_id: organizeId, version, items }: SetLimits,
): Promise<Granted> {
  const rights = await holdAccess(context);
  const [record] = await lockRecords(context, organize, [organizeId]);
  if (!record) throw new Refusal('notFound');
  if (version !== undefined && version !== record.version) throw new Refusal('versionConflict');
  await checkItems(context, items);
  const { held } = await heldLimits(context.db, organizeId);
  const wanted = new Map(items.map((item) => [item.dimension, item.value_ids]));
  const narrowed: StoredItem[] = [];
  const widened: StoredItem[] = [];
  for (const { code, label } of dimensions) {
    const [old = [], ids = []] = [held.get(code), wanted.get(code)];
    const both = common(old, ids);
    const item = { kind: 'dimension', id: code } as const;
    if (both.length > 0 && !sameIds(both, old)) narrowed.push({ ...item, name: label, value_ids: both });
    if (old.length > 0 && !sameIds(both, ids)) widened.push({ ...item, name: wordsOf(label, ids), value_ids: ids });
  }
  const name = String(record.name);
  if (narrowed.length + widened.length === 0) return { grant_id: null };
  await refuseOwn(context, { subject: 'organize', subjectId: organizeId });
  await supersede(context, organizeId, 'dimension');
  await narrow(context, { id: organizeId, name }, narrowed);
  const grant_id = await askGrant(context, rights, {
    subject: 'organize',
    subjectId: organizeId,
    subjectName: name,
    gained: widened,
    lost: [],
  });
  return { grant_id };
}

/** What both allow; an empty list allows everything. Lists that share nothing leave the old one until the new one is approved. */
function common(old: readonly number[], ids: readonly number[]): number[] {
  if (old.length === 0) return [...ids];
  if (ids.length === 0) return [...old];
  const shared = old.filter((id) => ids.includes(id));
  return shared.length > 0 ? shared : [...old];
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

const wordsOf = (label: string, ids: readonly number[]): string =>
  ids.length === 0 ? `${label}：不限制` : `${label}：${ids.length} 项`;

interface HeldLimits {
  readonly version: number;
  readonly held: Map<DataDimension, number[]>;
}

// One statement: limits read at another moment than their version could be saved over somebody's change.
async function heldLimits(db: Kysely<unknown>, organizeId: number): Promise<HeldLimits> {
  const { rows } = await sql<{ version: number; dimension: string | null; value_ids: number[] }>`
    select o.version, d.dimension, d.value_ids from organize o left join organize_data d on d.organize_id = o.id
    where o.id = ${organizeId} order by d.dimension`.execute(db);
  const [first] = rows;
  if (!first) throw new Refusal('notFound');
  const held = new Map<DataDimension, number[]>();
  for (const { dimension, value_ids } of rows)
    if (dimension !== null) held.set(dimensionNamed(dimension).dimension, value_ids);
  return { version: first.version, held };
}

async function checkItems(context: WriteContext, items: SetLimits['items']): Promise<void> {
  for (const [index, { dimension, value_ids }] of items.entries()) {
    const { scope, label } = dataDimensions[dimension];
    const target = definitions.find((one) => one.name === scope);
    if (!target) throw new Refusal('invalid', `没有可选择的${label}`, `items.${index}.value_ids`);
    if (items.findIndex((one) => one.dimension === dimension) !== index)
      throw new Refusal('invalid', `“${label}”重复`, `items.${index}.dimension`);
    await checkReferences(context.db, context.actor, {
      fields: { value_ids: references(() => target, label) },
      records: [{ value_ids }],
    });
  }
}

async function narrow(
  context: WriteContext,
  { id, name }: { id: number; name: string },
  items: readonly StoredItem[],
): Promise<void> {
  if (items.length === 0) return;
  await applyChange(context, { subject: 'organize', subjectId: id, gained: items, lost: [] });
  await writeAudit(context, [
    {
      docType: 'organize',
      docId: id,
      docNo: name,
      action: 'limit',
      label: '设置数据范围',
      changes: { 数据范围: { before: null, after: items.map((item) => wordsOf(item.name, item.value_ids ?? [])) } },
    },
  ]);
  await pushInvalidation(context.db, await membersUnder(context.db, [id]), 'access');
}
