import { sql } from 'kysely';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import type { LeverTurn } from '#contract/areas/fleet/fleet-calls.ts';
import { levers } from '#contract/areas/fleet/lever-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

interface Found {
  readonly id: number;
  readonly name: string;
  /** The lever is on for it. */
  readonly held: boolean;
}

/** Turns a lever for chosen devices, all or none. Letting go of what is not held changes nothing and is no row. */
export async function turnLever(context: WriteContext, turn: LeverTurn): Promise<{ count: number }> {
  const { db, actor, now } = context;
  const { lever, on, level, least_build, words, reason } = turn;
  const ids = [...new Set(turn.ids)];
  await refuseUnknownBuild(context, least_build);
  if (lever === 'goBack' && least_build !== undefined) await refuseUnkept(context, least_build);
  // Locked first: of two at once the second sees what the first has set.
  await sql`select 1 from device_report where id = any(${arrayOf('bigint', ids)}) order by id for update`.execute(db);
  const { rows } = await sql<Found>`
    select d.id, d.name, exists (select 1 from device_order o where o.device_report_id = d.id and o.lever = ${lever} and o.is_present) as held
    from device_report d where d.id = any(${arrayOf('bigint', ids)}) order by d.id`.execute(db);
  if (rows.length < ids.length) throw new Refusal('notFound', undefined, 'ids');
  const turned = rows.filter(({ held }) => on || held);
  await sql`
    insert into device_lever (device_report_id, lever, is_on, level, least_build, words, reason, admin_id, at)
    select d.id, ${lever}, ${on}, ${level ?? null}, ${least_build ?? null}, ${words ?? null}, ${reason}, ${actor.id}, ${now.toISOString()}
    from unnest(${arrayOf(
      'bigint',
      turned.map(({ id }) => id),
    )}) as d (id)`.execute(db);
  await writeAudit(
    context,
    turned.map(({ id, name }) => ({
      docType: clientDevice.name,
      docId: id,
      docNo: name,
      action: on ? 'leverOn' : 'leverOff',
      label: `${on ? '' : '解除'}${levers[lever]}`,
      remark: [words, least_build && `${lever === 'goBack' ? '回退到' : '最低构建'} ${least_build}`, `原因：${reason}`]
        .filter(Boolean)
        .join('；'),
    })),
  );
  return { count: turned.length };
}

/** A build that nobody has could never be reached. */
async function refuseUnknownBuild({ db }: WriteContext, build: string | undefined): Promise<void> {
  if (build === undefined) return;
  const { rows } = await sql`select 1 from client_build where build = ${build}`.execute(db);
  if (rows.length === 0) throw new Refusal('invalid', `还没有设备运行过网页构建 ${build}`, 'least_build');
}

/** The server must still have it, or the devices would stay where they are. */
async function refuseUnkept({ db }: WriteContext, build: string): Promise<void> {
  const { rows } = await sql<{ build: string }>`
    select build from client_build where is_kept order by first_seen_at desc`.execute(db);
  if (rows.some((one) => one.build === build)) return;
  const kept = rows.map((one) => one.build).join('、');
  throw new Refusal('invalid', `服务器没有保留构建 ${build}${kept && `，可回退到：${kept}`}`, 'least_build');
}
