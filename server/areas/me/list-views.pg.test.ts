import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { preferencesCall } from '#contract/areas/me/account.ts';
import {
  type OwnViews,
  removeViewCall,
  renameViewCall,
  saveColumnsCall,
  saveViewCall,
  setDefaultViewCall,
  shareViewCall,
  type ViewContent,
  viewRolesCall,
  viewsCall,
} from '#contract/areas/me/list-views.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { forgetKeptLists } from '#server/kit/kept-lists.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';

const house = openHouse((await testDatabase()).db);
const { db } = house;
const plain = { order: [], hidden: [], widths: {} };
const content = (change: Partial<ViewContent> = {}): ViewContent => ({
  filters: { status: [1] },
  keyword: '',
  sort: '-posted_at',
  columns: { order: ['status', 'adjust_no'], hidden: ['total_qty'], pinned: ['adjust_no'], widths: { status: 120 } },
  ...change,
});
const list = 'stockAdjustment';
const sees = ['Inventory:adjustView', 'stock:costView', 'view:share'];
let me: Actor;
let other: Actor;
let role: number;

beforeEach(async () => {
  me = await house.person('甲', sees);
  other = await house.person('乙', ['Inventory:adjustView']);
  const { rows } = await sql<{ id: number }>`
    insert into role (code, name) values (${`r${me.id}`}, ${`角色${me.id}`}) returning id`.execute(db);
  role = rows[0]?.id ?? 0;
});

const save = async (name: string, change: Partial<ViewContent> = {}, actor = me) =>
  await house.ask(actor, saveViewCall, { list, name, content: content(change) });
const views = async (actor = me): Promise<OwnViews> => await house.ask(actor, viewsCall, {});
const hold = async (actor: Actor) =>
  await sql`insert into admin_role (admin_id, role_id) values (${actor.id}, ${role})`.execute(db);
const refused = (kind: string, field: string, message = '') => ({
  kind,
  field,
  message: expect.stringContaining(message) as string,
});

describe('refused', () => {
  it.each<[string, object, string, string]>([
    ['a list that is none', { list: 'nothing' }, 'list', '没有这个列表'],
    ['a list without its key', { list: 'brand' }, 'list', '没有这个列表'],
    ['no name', { name: ' ' }, 'name', ''],
    ['a long name', { name: '长'.repeat(limits.viewName + 1) }, 'name', '最多 20 个字'],
    [
      'a filter that is none',
      { content: content({ filters: { page_size: 9 } }) },
      'content.filters.page_size',
      '不认识',
    ],
    ['a value that is none', { content: content({ filters: { status: ['x'] } }) }, 'content.filters.status', '状态'],
    ['an order that is none', { content: content({ sort: 'remark' }) }, 'content.sort', ''],
    ['too much', { content: content({ filters: { adjust_no: 'x'.repeat(30_000) } }) }, 'content', '过多'],
    [
      'a column without end',
      { content: content({ columns: { ...plain, widths: { a: 1e9 } } }) },
      'content.columns.widths.a',
      '',
    ],
  ])('%s', async (_what, change, field, words) => {
    const input = { list, name: '待审', content: content(), ...change };
    await expect(house.ask(me, saveViewCall, input)).rejects.toMatchObject(refused('invalid', field, words));
    expect((await views()).views).toEqual([]);
  });

  it('a name that is taken, and one view more than the most', async () => {
    const { id } = await save('待审');
    await expect(save('待审')).rejects.toMatchObject(refused('duplicate', 'name'));
    const second = await save('其他');
    await expect(house.ask(me, renameViewCall, { id: second.id, name: '待审' })).rejects.toMatchObject(
      refused('duplicate', 'name'),
    );
    await house.ask(me, renameViewCall, { id, name: '待审' });
    await sql`
      insert into list_view (admin_id, list, name, content, updated_at)
      select ${me.id}, ${list}, 'n' || n, '{}', now() from generate_series(3, ${limits.views}) n`.execute(db);
    await expect(save('又一个')).rejects.toMatchObject(refused('invalid', 'name', '最多保存50个视图'));
  });

  it('the view of somebody else, to every step, even where it is shared', async () => {
    const { id } = await save('待审');
    await hold(other);
    await house.ask(me, shareViewCall, { id, role_ids: [role] });
    const thief = { ...other, permissions: new Set(sees) };
    const gone = refused('notFound', 'id');
    await expect(house.ask(thief, saveViewCall, { id, content: content() })).rejects.toMatchObject(gone);
    await expect(house.ask(thief, renameViewCall, { id, name: '我的' })).rejects.toMatchObject(gone);
    await expect(house.ask(thief, removeViewCall, { id })).rejects.toMatchObject(gone);
    await expect(house.ask(thief, shareViewCall, { id, role_ids: [] })).rejects.toMatchObject(gone);
    expect((await views()).views).toMatchObject([{ id, name: '待审', roles: [role], owner: null }]);
  });

  it('to share without the key or with no role, and to begin with a view that one may not use', async () => {
    const { id } = await save('待审');
    const keyless = { ...me, permissions: new Set(['Inventory:adjustView']) };
    for (const asking of [
      house.ask(keyless, shareViewCall, { id, role_ids: [role] }),
      house.ask(keyless, viewRolesCall, {}),
    ])
      await expect(asking).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(house.ask(me, shareViewCall, { id, role_ids: [role, 999_999] })).rejects.toMatchObject(
      refused('invalid', 'role_ids'),
    );
    const begins = { list, view: id };
    await expect(house.ask(other, setDefaultViewCall, begins)).rejects.toMatchObject(refused('notFound', 'view'));
    await expect(house.ask(me, setDefaultViewCall, { ...begins, list: 'stock' })).rejects.toMatchObject(
      refused('notFound', 'view'),
    );
    expect((await views(other)).views).toEqual([]);
  });

  it('the columns of one table more than the most', async () => {
    await sql`
      insert into table_choice (admin_id, name, updated_at) select ${me.id}, 't' || n, now() from generate_series(1, ${limits.chosenTables}) n`.execute(
      db,
    );
    await expect(house.ask(me, saveColumnsCall, { table: 'one-more', columns: plain })).rejects.toMatchObject(
      refused('invalid', 'table'),
    );
    await house.ask(me, saveColumnsCall, { table: 't1', columns: plain });
  });
});

describe('a view', () => {
  it('comes back as it was saved, also beside the preferences; the last save counts', async () => {
    const { id, version } = await save('待审');
    expect((await views()).views).toEqual([{ id, list, name: '待审', version, owner: null, roles: [], ...content() }]);
    const saved = await house.ask(me, saveViewCall, { id, content: content({ keyword: 'TZ', sort: '' }) });
    expect(saved.version).toBe(version + 1);
    const told = await house.ask(me, preferencesCall, {});
    expect(told.views).toEqual(await views());
    expect(told.views.views).toMatchObject([{ id, keyword: 'TZ', sort: '' }]);
    await house.ask(me, removeViewCall, { id });
    expect((await views()).views).toEqual([]);
  });

  it('is the one a list begins with until it is gone, and each change of a list counts on', async () => {
    const { id } = await save('待审');
    const first = await house.ask(me, setDefaultViewCall, { list, view: id });
    const second = await house.ask(me, saveColumnsCall, { table: list, columns: { ...plain, hidden: ['status'] } });
    expect(second.version).toBe(first.version + 1);
    expect((await views()).tables[list]).toEqual({
      columns: { ...plain, hidden: ['status'] },
      default_view: id,
      version: second.version,
    });
    await house.ask(me, removeViewCall, { id });
    await house.ask(me, saveColumnsCall, { table: list, columns: null });
    expect((await views()).tables[list]).toMatchObject({ columns: null, default_view: null });
  });

  it('shared with a role is there for whoever holds it, without what they may not see, and until it is taken back', async () => {
    const dear = content({
      columns: {
        order: ['unit_cost', 'status'],
        hidden: ['unit_cost'],
        pinned: ['unit_cost'],
        widths: { unit_cost: 90 },
      },
    });
    const { id } = await save('待审', dear);
    expect((await house.ask(me, viewRolesCall, {})).list).toContainEqual({ id: role, name: `角色${me.id}` });
    await house.ask(me, shareViewCall, { id, role_ids: [role] });
    expect((await views(other)).views).toEqual([]);
    await hold(other);
    await house.ask(other, setDefaultViewCall, { list, view: id });
    expect(await views(other)).toMatchObject({
      may_share: false,
      views: [
        {
          id,
          name: '待审',
          owner: '甲',
          roles: [],
          columns: { order: ['status'], hidden: [], pinned: [], widths: {} },
        },
      ],
      tables: { [list]: { default_view: id } },
    });
    expect((await views({ ...other, permissions: new Set() })).views).toEqual([]);
    await house.ask(me, shareViewCall, { id, role_ids: [] });
    expect(await views(other)).toMatchObject({ views: [], tables: { [list]: { default_view: null } } });
    const { rows } = await sql<{ remark: string }>`
      select remark from audit_log where admin_id = ${me.id} and action = 'shareView' order by id`.execute(db);
    expect(rows.map(({ remark }) => remark)).toEqual([`库存调整单“待审”：角色${me.id}`, '库存调整单“待审”：不再共享']);
  });

  it('shared with a role that is switched off is shared with nobody', async () => {
    const { id } = await save('待审');
    await house.ask(me, shareViewCall, { id, role_ids: [role] });
    await hold(other);
    await sql`update role set status = 0 where id = ${role}`.execute(db);
    expect((await views(other)).views).toEqual([]);
  });

  it('holds a kept list, which then is not forgotten', async () => {
    const kept = 'abcdefghijklmnopqrstuv';
    await sql`insert into kept_list (id, texts, used_at) values (${kept}, '{TZ1}', '2020-01-01'), ('vvvvvvvvvvvvvvvvvvvvvv', '{TZ2}', '2020-01-01')`.execute(
      db,
    );
    await save('很多单号', { filters: { adjust_no: { list: kept } } });
    await forgetKeptLists(db, house.clock.now());
    const { rows } = await sql<{ id: string }>`select id from kept_list`.execute(db);
    expect(rows).toEqual([{ id: kept }]);
    expect((await views()).views[0]?.filters).toEqual({ adjust_no: { list: kept } });
  });
});
