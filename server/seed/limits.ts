import { sql } from 'kysely';
import type { SeedStep } from './context.ts';

/**
 * What people of the demo company may see (domain.md §13.1): whoever works in a shop sees that shop, the head of a district its shops, one
 * storekeeper the second warehouse and one buyer the suppliers of his department. All others see everything. Comes last, since the
 * documents of the demo company were made by the same people in many places.
 */
export async function seedLimits({ tx, now }: SeedStep): Promise<void> {
  const at = now.toISOString();
  await sql`
    insert into data_role (name, remark, warehouse_ids, shop_ids, supplier_ids, created_by, created_at, updated_by, updated_at)
    select s.name, '只看本店及其仓库', array[s.warehouse_id], array[s.id], '{}'::bigint[], 1, ${at}::timestamptz, 1, ${at}::timestamptz from shop s where s.shop_no = '001'
    union all
    select '女装供应商', '只看这些供应商的单据', '{}', '{}', array_agg(id), 1, ${at}::timestamptz, 1, ${at}::timestamptz
    from (select id from supplier where status = 1 order by id limit 3) first
    on conflict (name) do nothing`.execute(tx);
  const limited = people.map(([username, role]) => ({ username, role }));
  await sql`
    insert into admin_data_role (admin_id, data_role_id)
    select a.id, r.id from jsonb_to_recordset(${JSON.stringify(limited)}::jsonb) as l (username text, role text)
    join admin a on a.username = l.username join data_role r on r.name = l.role on conflict do nothing`.execute(tx);
}

const people: readonly (readonly [username: string, dataRole: string])[] = [
  ['shopMgr', '上海五角场店'],
  ['cashier', '上海五角场店'],
  ['district', '华东区门店'],
  ['whs3', '佛山总仓'],
  ['buyer2', '女装供应商'],
];
