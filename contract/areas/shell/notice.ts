import { person } from '../../kit/base-fields.ts';
import { command, query } from '../../kit/call.ts';
import type { Saved } from '../../kit/calls.ts';
import { entity } from '../../kit/definition.ts';
import { event } from '../../kit/event.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';

/** notify_target of domain.md §2: to whom a notice goes. */
export const noticeTargets = { 1: '全部', 2: '组织', 3: '角色', 4: '指定人员' } as const;
export const noticeTarget = { everyone: 1, organizes: 2, roles: 3, people: 4 } as const;

/** notify_status of domain.md §4.27. */
export const noticeStates = { 0: '草稿', 1: '待发送', 2: '已发送', [-1]: '已撤回' } as const;
export const noticeState = { draft: 0, waiting: 1, sent: 2, revoked: -1 } as const;

/**
 * A notice to the staff (domain.md §3.1 notify, §4.27). Whom it is for stands in `target_ids` besides: ids of organisations
 * (with all below them), of roles or of people, as `target_type` says.
 */
export const notify = entity('notify', {
  label: '通知',
  group: '/v1/common',
  title: 'title',
  fields: {
    title: text('标题', { required: true }),
    // A push carries the whole of it (server/push/publish.ts), so it stays short.
    content: prose('内容', { required: true, most: limits.remark }),
    target_type: choice('通知对象', noticeTargets, { required: true }),
    send_at: time('发送时间'),
    status: choice('状态', noticeStates, { initial: 0, derived: true }),
    read_count: integer('已读数', { initial: 0, derived: true }),
    target_count: integer('应读数', { initial: 0, derived: true }),
  },
  calls: { list: ['notifyList', 'common:notifyView'] },
  list: {
    columns: ['title', 'target_type', 'send_at', 'status', 'read_count', 'target_count', 'created_by', 'created_at'],
    filters: ['title', 'target_type', 'status', 'created_at'],
    search: ['title', 'content'],
    sort: ['-id', '-send_at'],
  },
});

/** Who has been sent a notice and who has acknowledged it (domain.md notifyRead). */
export const notifyRead = entity('notifyRead', {
  label: '通知阅读',
  group: '/v1/common',
  title: 'admin_id',
  view: true,
  fields: {
    msg_id: reference(() => notify, '消息ID', { derived: true }),
    admin_id: reference(() => person, '接收人', { derived: true }),
    pushed_at: time('推送时间', { derived: true }),
    read_at: time('确认时间', { derived: true }),
    is_read: flag('已读', { derived: true }),
  },
  calls: { list: ['notifyReads', 'common:notifyView'] },
  list: {
    columns: ['msg_id', 'admin_id', 'pushed_at', 'read_at'],
    filters: ['msg_id', 'is_read'],
    search: [],
    sort: ['id', '-read_at'],
  },
});

/** What is saved of a notice: a new one without `id`, a draft with `id` and `version`. */
export interface NoticeRequest {
  id?: number;
  version?: number;
  title: string;
  content: string;
  target_type: number;
  target_ids?: number[];
  send_at?: string | null;
}

/** Something that these people are to be told by a notice at once: any area may say so. Title and content as those of a notice. */
export const noticeWanted = event<{ title: string; content: string; admin_ids: number[] }>('noticeWanted');

/** A notice as somebody was sent it. */
export interface OwnNotice {
  msg_id: number;
  title: string;
  content: string;
  sent_at: string;
  /** When it was acknowledged; none yet. */
  read_at: string | null;
}

/** What a person was sent, the newest first; those before a notice where its id is given. What was taken back is not among them. */
export const ownNotices = query<{ before?: number }, { list: OwnNotice[]; more: boolean }>({
  service: 'erp',
  path: '/v1/common/notifyOwn',
  access: 'login',
});

/** Calls of notices that no definition spells (api.csv rows 262 to 264). */
export const noticeCalls = {
  save: command<NoticeRequest, Saved>({ service: 'erp', path: '/v1/common/notifySave', access: 'common:notifySave' }),
  /** Sends now, or at `send_at` where a draft's lies ahead. */
  send: command<{ id: number; version?: number }, Saved>({
    service: 'erp',
    path: '/v1/common/notifySend',
    access: 'common:notifySend',
  }),
  /** Not shown any more to those who have not acknowledged it. */
  revoke: command<{ id: number; version?: number }, Saved>({
    service: 'erp',
    path: '/v1/common/notifyRevoke',
    access: 'common:notifySend',
  }),
};
