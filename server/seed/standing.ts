import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { SeedStep } from './context.ts';

/**
 * The ranks of the demo company (domain.md §13.1), and for every person a rank, a job number and a mobile number where
 * there is none yet. Managers are known by their role.
 */
export async function seedStanding(tx: Tx, now: string): Promise<void> {
  const rows = ranks.map(([code, name], index) => ({ code, name, order: index + 1 }));
  await sql`
    insert into rank (code, name, "order", created_by, created_at, updated_by, updated_at)
    select r.code, r.name, r."order", 1, ${now}, 1, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (code text, name text, "order" bigint)
    order by r."order" on conflict (code) do nothing`.execute(tx);
  await sql`
    update admin a set job_no = 'Z' || lpad(p.place::text, 4, '0'), mobile = '138' || lpad((21000000 + p.place * 137)::text, 8, '0'),
      rank_id = (select id from rank where code = p.rank)
    from (
      select a.id, row_number() over (order by a.id) as place,
        min(case when r.code = 'super' then 'ZJ' when r.code like '%Mgr' or r.code = 'district' then 'JL' when r.code in ('it', 'hr', 'auditor') then 'ZG' else 'ZY' end) as rank
      from admin a join admin_role h on h.admin_id = a.id join role r on r.id = h.role_id group by a.id
    ) p where p.id = a.id and a.job_no is null`.execute(tx);
}

const ranks: readonly (readonly [code: string, name: string])[] = [
  ['ZJ', '总监'],
  ['JL', '经理'],
  ['ZG', '主管'],
  ['ZY', '专员'],
];

/** A data role for each district (its shops and their warehouses) and for each main warehouse. Shops and warehouses must be there. */
export async function seedDataRoles({ tx, now }: SeedStep): Promise<void> {
  const at = now.toISOString();
  await sql`
    with wanted as (
      select o.name || '门店' as name, '该区域门店及其仓库' as remark, array_agg(s.id order by s.id) as shops, array_agg(distinct s.warehouse_id) as warehouses
      from organize o join shop s on s.district_id = o.id group by o.id
      union all select w.name, '只看这个仓库', null, array[w.id] from warehouse w where w.type = 1
    )
    insert into data_role (name, remark, warehouse_ids, shop_ids, created_by, created_at, updated_by, updated_at)
    select name, remark, warehouses, coalesce(shops, '{}'), 1, ${at}, 1, ${at} from wanted order by name on conflict (name) do nothing`.execute(
    tx,
  );
}

/** Two requests for rights that wait for a second person: one about a person, one about a role (decision 0014). */
export async function seedGrantRequests({ tx, now }: SeedStep): Promise<void> {
  await sql`
    insert into role (code, name, remark, created_by, updated_by) values ('stockReader', '库存查询', '只看库存，供外部盘点公司使用', 1, 1) on conflict (code) do nothing`.execute(
    tx,
  );
  await sql`
    insert into grant_request (subject, admin_id, role_id, gained, requested_by, requested_at)
    select 'admin', a.id, null, jsonb_build_array(jsonb_build_object('kind', 'role', 'id', r.id, 'name', r.name)), q.id, ${now.toISOString()}::timestamptz - interval '2 hours'
    from admin a, role r, admin q where a.username = 'whs2' and r.code = 'whsMgr' and q.username = 'super'
    union all
    select 'role', null, r.id, jsonb_build_array(jsonb_build_object('kind', 'permission', 'id', p.id, 'name', '库存 · 查看')), q.id, ${now.toISOString()}::timestamptz - interval '30 minutes'
    from role r, permission p, admin q where r.code = 'stockReader' and p.permission_key = 'stock:view' and q.username = 'super'`.execute(
    tx,
  );
}
