import { sql } from 'kysely';
import { noticeCalls, noticeTarget } from '#contract/areas/shell/notice.ts';
import { serveNotice } from '#server/areas/shell/notice.ts';
import { noticeInbox } from '#server/areas/shell/notice-inbox.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

type Until = 'draft' | 'waiting' | 'read' | 'partly read' | 'revoked';

interface Told {
  readonly title: string;
  readonly content: string;
  readonly daysAgo: number;
  readonly until: Until;
  /** Accounts; everybody where none is named. */
  readonly to?: readonly string[];
}

const notices: readonly Told[] = [
  {
    title: '国庆假期值班安排',
    content: '10 月 1 日至 7 日总部各部门安排专人值班，仓库正常收发货。',
    daysAgo: 58,
    until: 'read',
  },
  {
    title: '月末盘点要求',
    content: '本月 30 日 18:00 起各仓停止收发货，完成盘点后恢复；未上传的扫描请先连网发送。',
    daysAgo: 24,
    until: 'read',
    to: ['whs', 'whs2', 'whsMgr', 'whsMgr2'],
  },
  {
    title: '双十一促销物料领取',
    content: '请于本周五前到市场部领取门店物料。',
    daysAgo: 16,
    until: 'partly read',
    to: ['buyer', 'buyMgr', 'buyMgr2'],
  },
  {
    title: '系统升级（日期有误，已撤回）',
    content: '本周日 22:00 升级系统。',
    daysAgo: 9,
    until: 'revoked',
    to: ['it', 'fin'],
  },
  {
    title: '年度供应商大会',
    content: '请采购部提前确认参会供应商名单。',
    daysAgo: 2,
    until: 'waiting',
    to: ['buyer', 'buyMgr', 'buyMgr2'],
  },
  { title: '冬季门店安全检查', content: '检查范围：消防器材、疏散通道、电气线路。', daysAgo: 1, until: 'draft' },
];

/** Notices in every state (domain.md §4.27). All that were sent are acknowledged but one, so that nobody is met by old ones. */
export async function seedNotices(step: SeedStep): Promise<void> {
  const clerks = openClerks(step, { chance: new Chance(20_260_351), serve: [serveNotice] });
  for (const { title, content, daysAgo, until, to } of notices) {
    clerks.begin(daysAgo);
    const ids = to && (await idsOf(step, to));
    const { id } = await clerks.ask('hr', noticeCalls.save, {
      title,
      content,
      target_type: ids ? noticeTarget.people : noticeTarget.everyone,
      ...(ids ? { target_ids: ids } : {}),
      ...(until === 'waiting' ? { send_at: new Date(step.now.getTime() + 10 * 86_400_000).toISOString() } : {}),
    });
    if (until === 'draft') continue;
    await clerks.ask('hr', noticeCalls.send, { id });
    if (until === 'revoked') await clerks.ask('hr', noticeCalls.revoke, { id });
    if (until === 'read' || until === 'partly read')
      await acknowledge(step, {
        id,
        leave: until === 'read' ? 0 : 1,
        at: new Date(step.now.getTime() - (daysAgo - 1) * 86_400_000),
      });
  }
}

async function idsOf({ tx }: SeedStep, accounts: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from admin where username = any(${accounts}::text[]) order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function acknowledge(
  { tx }: SeedStep,
  { id, leave, at }: { id: number; leave: number; at: Date },
): Promise<void> {
  const inbox = noticeInbox(tx);
  const { rows } = await sql<{
    admin_id: number;
  }>`select admin_id from notify_read where msg_id = ${id} order by admin_id`.execute(tx);
  for (const { admin_id } of rows.slice(0, rows.length - leave)) await inbox.acknowledge(admin_id, id, at);
}
