import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { adminCalls } from '#contract/areas/access/admin.ts';
import { resetSecondFactorCall } from '#contract/areas/ops/second-factor.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';

/** What one person may do about the account of another, besides what is theirs to do; and what the other does about it. */
export interface WaysIn {
  /** Resets a password. */
  reset(by: Actor, whom: Actor): Promise<void>;
  /** Adds an account with a first password; who it is for holds these keys. */
  add(by: Actor, keys: readonly string[]): Promise<Actor>;
  /** Takes a second factor away, which is set before. */
  takeFactor(by: Actor, whom: Actor): Promise<void>;
  /** Sets a second factor. */
  setFactor(whom: Actor): Promise<void>;
  /** Changes an own password, as the door writes it down. */
  changeOwn(whom: Actor): Promise<void>;
}

/** Opens these ways on a house. The company has two supers, so that accounts that are added count. */
export async function waysIn(house: House): Promise<WaysIn> {
  const { db } = house;
  const { rows } = await sql<{ id: number }>`
    insert into organize (name, code) values ('总部', ${randomUUID().slice(0, 8)}) returning id`.execute(db);
  await sql`
    insert into role (code, name) values ('super', '超级管理员') on conflict do nothing`.execute(db);
  for (const name of ['总管甲', '总管乙']) {
    const { id } = await house.person(name, []);
    await sql`insert into admin_role (admin_id, role_id) select ${id}, id from role where code = 'super'`.execute(db);
  }
  const setFactor = async (whom: Actor): Promise<void> => {
    const since = house.clock.now().toISOString();
    await sql`
      insert into second_factor (admin_id, secret, since) values (${whom.id}, '\\x00', ${since})
      on conflict (admin_id) do update set secret = excluded.secret, since = excluded.since`.execute(db);
    house.clock.advance(1000);
  };
  return {
    setFactor,
    async reset(by, whom) {
      const version = await versionOf(house, whom);
      const edit = { id: whom.id, version, reset_password: 'nine lanterns along a quay' };
      await house.ask(withKeys(by, 'admin:edit'), adminCalls.edit, edit);
    },
    async add(by, keys) {
      const username = `a${randomUUID().replaceAll('-', '').slice(0, 12)}`;
      const { id } = await house.ask(withKeys(by, 'admin:add'), adminCalls.add, {
        username,
        nickname: username,
        password: 'nine lanterns along a quay',
        main_organize_id: rows[0]?.id ?? 0,
      });
      return { id, username, nickname: username, sessionId: 1, permissions: new Set(keys), scope: 'everything' };
    },
    async takeFactor(by, whom) {
      await setFactor(whom);
      await house.ask(withKeys(by, 'Index:secondFactorReset'), resetSecondFactorCall, {
        id: whom.id,
        remark: '手机丢失，本人申请',
      });
    },
    async changeOwn({ id }) {
      await sql`
        insert into audit_log (doc_type, doc_id, action, label, admin_id, at)
        values ('admin', ${id}, 'changePassword', '修改密码', ${id}, ${house.clock.now().toISOString()})`.execute(db);
    },
  };
}

const withKeys = (actor: Actor, ...keys: string[]): Actor => ({
  ...actor,
  permissions: new Set([...actor.permissions, ...keys]),
});

async function versionOf({ db }: House, { id }: Actor): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from admin where id = ${id}`.execute(db);
  return rows[0]?.version ?? 0;
}
