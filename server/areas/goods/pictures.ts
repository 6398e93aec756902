import { sql } from 'kysely';
import { z } from 'zod';
import {
  besides,
  type PlacedPicture,
  pictureCalls,
  picturedStyle,
  pictureLimits,
  placedText,
  readPlaced,
} from '#contract/areas/goods/pictures.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Values } from '#server/kit/save-record.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { matchFiles } from './match-files.ts';

const ids = z.array(z.int().min(1)).max(pictureLimits.main);

/** Pictures of styles (decision 0081): the list of a style whole, in its order; their files come in by an address of their own. */
export function servePictures(kit: Kit): void {
  const { registry } = kit;
  const { edit: _edit, ...calls } = picturedStyle.calls;
  serveEntity(kit, { ...picturedStyle, calls });
  registry.write(
    callsOf(picturedStyle).edit,
    seenSchema(picturedStyle, (seen) => saveSchema(seen, 'edit')),
    (context, input: Values) => save(context, input as unknown as Saving),
    picturedStyle,
  );
  registry.read(
    pictureCalls.main,
    z.union([z.strictObject({ spu_ids: ids }), z.strictObject({ sku_ids: ids })]),
    async ({ db, actor }, asked) => {
      const of =
        'sku_ids' in asked
          ? sql`(select k.id as of, k.spu_id from sku k where k.id = any(${asked.sku_ids}::bigint[]))`
          : sql`(select a.id as of, a.id as spu_id from unnest(${asked.spu_ids}::bigint[]) as a (id))`;
      const { rows: list } = await sql<{ of: number; id: string }>`
        select a.of, p.picture_id as id from ${of} as a join spu_picture p on p.spu_id = a.spu_id join spu r on r.id = p.spu_id
        where p.sort = 1 and ${isVisible(spu, actor, 'r')} order by a.of`.execute(db);
      return { list };
    },
  );
  const one = z.int().min(1);
  registry.read(
    pictureCalls.images,
    z.union([z.strictObject({ spu_id: one }), z.strictObject({ sku_id: one })]),
    async ({ db, actor }, asked) => {
      const of =
        'sku_id' in asked
          ? sql`(select k.spu_id, k.color_value_id as color from sku k where k.id = ${asked.sku_id})`
          : sql`(select ${asked.spu_id}::bigint as spu_id, null::bigint as color)`;
      const { rows: images } = await sql<PlacedPicture>`
        select p.picture_id as id, p.color_value_id, p.name from ${of} as o join spu_picture p on p.spu_id = o.spu_id join spu r on r.id = o.spu_id
        where (o.color is null or p.color_value_id is null or p.color_value_id = o.color) and ${isVisible(spu, actor, 'r')} order by p.sort`.execute(
        db,
      );
      return { images };
    },
  );
  const offered = z.strictObject({
    name: z.string().trim().min(1).max(pictureLimits.name),
    id: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .nullable(),
  });
  registry.read(
    pictureCalls.check,
    z.strictObject({ files: z.array(offered).min(1).max(pictureLimits.look) }),
    async (context, { files }) => ({ list: await matchFiles(context, files) }),
  );
}

interface Saving {
  readonly id: number;
  readonly version: number;
  readonly pictures?: readonly string[] | null;
}

async function save(context: WriteContext, { id, version, pictures }: Saving): Promise<Saved> {
  const { db } = context;
  const [style] = await lockRecords(context, spu, [id]);
  if (!style) throw new Refusal('notFound');
  // Asked once the style is locked: what stood there when the lock was waited for may be gone.
  const before = await standing(context, id);
  if (before.version !== version) throw new Refusal('versionConflict');
  const no = String(style.spu_no);
  const after = merged(before.placed, pictures ?? before.texts);
  if (pictures === undefined || after.map(placedText).join('\n') === before.texts.join('\n'))
    return { id, version, no };
  refuseUnfit(after);
  await refuseForeignColors(context, id, { before: before.placed, after });
  await holdPictures(context, [...before.placed, ...after]);
  const rows = rowsOf('e', {
    sort: ['bigint', after.map((_one, place) => place + 1)],
    picture_id: ['text', after.map((one) => one.id)],
    color_value_id: ['bigint', after.map((one) => one.color_value_id)],
    name: ['text', after.map((one) => one.name)],
  });
  const at = context.now.toISOString();
  await sql`delete from spu_picture where spu_id = ${id}`.execute(db);
  await sql`
    insert into spu_picture (spu_id, sort, picture_id, color_value_id, name)
    select ${id}::bigint, e.sort, e.picture_id, e.color_value_id, e.name from ${rows}`.execute(db);
  await sql`
    update picture p set unused_since = case when exists (select 1 from spu_picture s where s.picture_id = p.id) then null else ${at}::timestamptz end
    where p.id = any(${[...before.placed, ...after].map((one) => one.id)}::text[])`.execute(db);
  await sql`
    insert into spu_gallery (spu_id, version, updated_by, updated_at) values (${id}, ${version + 1}, ${context.actor.id}, ${at})
    on conflict (spu_id) do update set version = excluded.version, updated_by = excluded.updated_by, updated_at = excluded.updated_at`.execute(
    db,
  );
  const names = (all: readonly PlacedPicture[]) => all.map(({ name }) => name).join('、');
  await writeAudit(context, [
    {
      docType: spu.name,
      docId: id,
      docNo: no,
      action: 'pictures',
      label: '维护图片',
      changes: { [picturedStyle.fields.pictures.label]: { before: names(before.placed), after: names(after) } },
    },
  ]);
  return { id, version: version + 1, no };
}

interface StoredPicture {
  readonly version: number;
  readonly texts: readonly string[];
  readonly placed: readonly PlacedPicture[];
}

async function standing({ db }: WriteContext, id: number): Promise<StoredPicture> {
  const { rows } = await sql<{ version: number; pictures: string[] }>`
    select version, pictures from pictured_style where id = ${id}`.execute(db);
  const { version = 1, pictures: texts = [] } = rows[0] ?? {};
  return { version, texts, placed: placedOf(texts) };
}

const placedOf = (texts: readonly string[]): PlacedPicture[] => texts.flatMap((said) => readPlaced(said) ?? []);

/**
 * The list that is asked for: whole, or behind `besides` what joins what is there. Of those a picture takes the place of the one of its
 * name and colour, one that is there already changes nothing, any other comes last.
 */
function merged(before: readonly PlacedPicture[], texts: readonly string[]): PlacedPicture[] {
  const said = placedOf(texts);
  if (texts[0] !== besides) return said;
  const list = [...before];
  for (const one of said) {
    if (list.some((other) => other.id === one.id && other.color_value_id === one.color_value_id)) continue;
    const at = list.findIndex((other) => other.name === one.name && other.color_value_id === one.color_value_id);
    if (at < 0) list.push(one);
    else list[at] = one;
  }
  return list;
}

function refuseUnfit(after: readonly PlacedPicture[]): void {
  if (after.length > pictureLimits.ofStyle)
    throw new Refusal('invalid', `一个商品最多 ${pictureLimits.ofStyle} 张图片`, 'pictures');
  const seen = new Set<string>();
  for (const { id, color_value_id: color, name } of after) {
    const key = `${id} ${color ?? ''}`;
    if (seen.has(key)) throw new Refusal('invalid', `“${name}”在同一颜色下重复`, 'pictures');
    seen.add(key);
  }
}

/** A colour is one that the style has pieces of; one that is there already may stay. */
async function refuseForeignColors(
  { db }: WriteContext,
  id: number,
  { before, after }: { before: readonly PlacedPicture[]; after: readonly PlacedPicture[] },
): Promise<void> {
  const known = new Set(before.map((one) => one.color_value_id));
  const fresh = after.filter((one) => one.color_value_id !== null && !known.has(one.color_value_id));
  if (fresh.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select distinct color_value_id as id from sku where spu_id = ${id} and color_value_id = any(${fresh.map((one) => one.color_value_id)}::bigint[])`.execute(
    db,
  );
  const own = new Set(rows.map((row) => row.id));
  const foreign = fresh.find((one) => !own.has(one.color_value_id ?? 0));
  if (foreign) throw new Refusal('invalid', `“${foreign.name}”的颜色不是该商品的颜色`, 'pictures');
}

/** Locks pictures in the order of their ids, so that they are neither swept nor told unused by another style meanwhile. */
async function holdPictures({ db }: WriteContext, pictures: readonly PlacedPicture[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from picture where id = any(${pictures.map((one) => one.id)}::text[]) order by id for no key update`.execute(
    db,
  );
  const there = new Set(rows.map((row) => row.id));
  const missing = pictures.find((one) => !there.has(one.id));
  if (missing) throw new Refusal('invalid', `“${missing.name}”不存在或已被清理，请重新上传`, 'pictures');
}
