import { sql } from 'kysely';
import { spu } from '#contract/areas/goods/spu.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Units of measure: what goods are measured in can neither go nor change its decimals (domain.md §3.2). */
export function serveUnit(kit: Kit): void {
  serveEntity(kit, unit, hooks);
}

const hooks: EntityHooks<typeof unit> = {
  async derive(context, values, before) {
    if (before && values.decimals !== before.decimals && (await userOf(context, [before.id], [0, 1, 2]))) {
      throw new Refusal('invalid', '已有商品使用此单位，不能修改小数位', 'decimals');
    }
    return {};
  },
  async guardStatus(context, records, status) {
    if (status !== 0) return;
    const user = await userOf(
      context,
      records.map(({ id }) => id),
      [1],
    );
    if (user) throw new Refusal('illegalTransition', `启用商品${user.called}正在使用此单位，不能停用`);
  },
};

/** A style that uses one of the units; `called` is its name in quotes, nothing where the caller may not see the style. */
async function userOf(
  context: WriteContext,
  unitIds: readonly number[],
  statuses: readonly number[],
): Promise<{ called: string } | undefined> {
  const { rows } = await sql<{ called: string }>`
    select case when ${isVisible(spu, context.actor, 's')} then '“' || s.name || '”' else '' end as called
    from spu s where s.unit_id = any(${unitIds}) and s.status = any(${statuses}) order by s.id limit 1`.execute(
    context.db,
  );
  return rows[0];
}
