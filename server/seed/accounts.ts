import { type Kysely, sql } from 'kysely';
import { settings } from '#contract/areas/shell/config.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { Passwords } from '#server/identity/passwords.ts';
import type { Clock } from '#server/platform/clock.ts';
import { seedStanding } from './standing.ts';

/** A demo account, as the start of the server shows it. */
export interface DemoAccount {
  readonly username: string;
  readonly nickname: string;
  /** Code of its role: every account is named as its role, the second of one with a 2 behind it, the third with a 3, but for `admin` and the newcomer. */
  readonly role: string;
  /** Code of the organisation it belongs to. */
  readonly organize: string;
  readonly mustChange?: true;
}

/**
 * The people of the demo company (domain.md §13.1), one for each role of §10.3 that is held by a person; two where work waits
 * for a second person (amendments G21).
 */
export const demoAccounts: readonly DemoAccount[] = [
  { username: 'admin', nickname: '系统管理员', role: 'super', organize: 'ZLH' },
  { username: 'super', nickname: '顾言川', role: 'super', organize: 'XX' },
  { username: 'it', nickname: '方知行', role: 'it', organize: 'XX' },
  { username: 'hr', nickname: '苏婉清', role: 'hr', organize: 'ZLH' },
  { username: 'goods', nickname: '林晓彤', role: 'goods', organize: 'SP' },
  { username: 'goodsMgr', nickname: '陈嘉禾', role: 'goodsMgr', organize: 'SP' },
  { username: 'buyer', nickname: '许明远', role: 'buyer', organize: 'CG1' },
  { username: 'buyMgr', nickname: '沈若兰', role: 'buyMgr', organize: 'CG1' },
  { username: 'buyMgr2', nickname: '韩书宁', role: 'buyMgr', organize: 'CG2' },
  { username: 'whs', nickname: '王铁柱', role: 'whs', organize: 'CC' },
  { username: 'whs2', nickname: '马小军', role: 'whs', organize: 'CC' },
  { username: 'whsMgr', nickname: '周建国', role: 'whsMgr', organize: 'CC' },
  { username: 'whsMgr2', nickname: '吴海燕', role: 'whsMgr', organize: 'CC' },
  { username: 'fin', nickname: '何静怡', role: 'fin', organize: 'CW' },
  { username: 'fin2', nickname: '冯晓岚', role: 'fin', organize: 'CW' },
  { username: 'finMgr', nickname: '郑思源', role: 'finMgr', organize: 'CW' },
  { username: 'finMgr2', nickname: '曹立新', role: 'finMgr', organize: 'CW' },
  { username: 'district', nickname: '蒋海波', role: 'district', organize: 'HD' },
  { username: 'shopMgr', nickname: '宋佳宁', role: 'shopMgr', organize: 'HD' },
  { username: 'cashier', nickname: '杜雨桐', role: 'cashier', organize: 'HD' },
  { username: 'cs', nickname: '秦思雨', role: 'cs', organize: 'KF' },
  { username: 'mkt', nickname: '罗子轩', role: 'mkt', organize: 'YX' },
  { username: 'auditor', nickname: '严守正', role: 'auditor', organize: 'ZLH' },
  { username: 'whs3', nickname: '梁志明', role: 'whs', organize: 'CC' },
  { username: 'buyer2', nickname: '邵明轩', role: 'buyer', organize: 'CG1' },
  { username: 'newbie', nickname: '黄新宇', role: 'whs', organize: 'CC', mustChange: true },
];

/**
 * Makes the organisation and the people of the demo company; what is there already stays. The built-in roles must be
 * there. All accounts have one password, so it is hashed once: twenty salts for one public password guard nothing.
 */
export async function seedAccounts(
  db: Kysely<unknown>,
  { password, clock }: { password: string; clock: Clock },
): Promise<void> {
  const hash = await new Passwords().hash(password);
  const now = clock.now().toISOString();
  const accounts = JSON.stringify(demoAccounts.map((account, order) => ({ ...account, order })));
  await inTransaction(db, async (tx) => {
    await seedOrganisation(tx, now);
    await sql`
      insert into admin (username, nickname, password_hash, password_changed_at, must_change_password, main_organize_id, created_by, created_at, updated_by, updated_at)
      select a.username, a.nickname, ${hash}, ${now}, coalesce(a."mustChange", false), o.id, 1, ${now}, 1, ${now}
      from jsonb_to_recordset(${accounts}::jsonb) as a (username text, nickname text, organize text, "mustChange" boolean, "order" int)
      join organize o on o.code = a.organize order by a."order" on conflict do nothing`.execute(tx);
    await sql`
      insert into admin_role (admin_id, role_id)
      select p.id, r.id from jsonb_to_recordset(${accounts}::jsonb) as a (username text, role text)
      join admin p on p.username = a.username join role r on r.code = a.role on conflict do nothing`.execute(tx);
    await seedStanding(tx, now);
  });
}

/** Limits a person to one warehouse by a data role named after it, beside those the person has. Throws when either is not there. */
export async function limitToWarehouse(db: Kysely<unknown>, username: string, warehouseId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      with role as (
        insert into data_role (name, warehouse_ids, created_by, updated_by) select '仓库 ' || w.name, array[w.id], 1, 1 from warehouse w where w.id = ${warehouseId}
        on conflict (name) do update set status = 1, warehouse_ids = excluded.warehouse_ids returning id
      )
      insert into admin_data_role (admin_id, data_role_id) select a.id, role.id from admin a, role where a.username = ${username}
      on conflict (admin_id, data_role_id) do update set data_role_id = excluded.data_role_id returning 1`.execute(tx);
    if (rows.length === 0) throw new Error(`no person ${username} or no warehouse ${warehouseId}`);
  });
}

type Unit = readonly [code: string, name: string, type: number];

const company: Unit = ['ZLH', '折乐惠服饰零售有限公司', 1];

const units: readonly Unit[] = [
  ['SP', '商品部', 2],
  ['CG1', '采购一部(女装)', 2],
  ['CG2', '采购二部(男装/运动)', 2],
  ['CG3', '采购三部(鞋包童装/非服)', 2],
  ['CW', '财务部', 2],
  ['CC', '仓储物流部', 2],
  ['YX', '营销部', 2],
  ['KF', '客服部', 2],
  ['XX', '信息部', 2],
  ['HD', '华东区', 3],
  ['HN', '华南区', 3],
  ['XN', '西南区', 3],
];

async function seedOrganisation(tx: Tx, now: string): Promise<void> {
  const put = async (list: readonly Unit[], parent: string | null): Promise<void> => {
    const rows = list.map(([code, name, type], index) => ({ code, name, type, order: index + 1 }));
    await sql`
      insert into organize (parent_id, code, name, type, "order", created_by, created_at, updated_by, updated_at)
      select (select id from organize where code = ${parent}), u.code, u.name, u.type, u."order", 1, ${now}, 1, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u (code text, name text, type smallint, "order" bigint)
      order by u."order" on conflict (code) do nothing`.execute(tx);
  };
  await put([company], null);
  // What stands at the top of every paper.
  await sql`
    insert into config (key, value, name, updated_by) values ('company_name', ${JSON.stringify([company[1]])}::jsonb, ${settings.company_name.label}, 1)
    on conflict (key) do nothing`.execute(tx);
  await put(units, company[0]);
  await sql`
    with recursive tree as (
      select id, id::text as path from organize where parent_id is null
      union all select child.id, tree.path || '/' || child.id from organize child join tree on child.parent_id = tree.id
    ) update organize o set path = tree.path from tree where tree.id = o.id and o.path is null`.execute(tx);
  await sql`
    update organize o set path = case when o.parent_id is null then o.id::text else o.parent_id || '/' || o.id end
    where o.path is null`.execute(tx);
}
