import { organize } from '#contract/areas/access/organize.ts';
import { role } from '#contract/areas/access/role.ts';
import type { NoticeRequest } from '#contract/areas/shell/notice.ts';
import { noticeCalls, noticeTarget, notify } from '#contract/areas/shell/notice.ts';
import { person } from '#contract/kit/base-fields.ts';
import type { Saved } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

const { title, content, target_type, send_at } = notify.fields;

/** Whom a notice of each target type is for: one field of these is asked. */
const targets: Readonly<Record<number, [field: string, of: () => AnyDefinition, label: string]>> = {
  [noticeTarget.organizes]: ['organizes', () => organize, '组织（含下级）'],
  [noticeTarget.roles]: ['roles', () => role, '角色'],
  [noticeTarget.people]: ['people', () => person, '人员'],
};

const fields: Fields = {
  title,
  content,
  target_type,
  ...Object.fromEntries(
    Object.entries(targets).map(([type, [name, of, label]]) => [
      name,
      references(of, label, { required: true, visible: ({ target_type: chosen }) => chosen === Number(type) }),
    ]),
  ),
  send_at: { ...send_at, label: '定时发送' },
};

/** A notice as it is written, or a draft as it is changed. */
export function noticeAsking(draft: Row | undefined): Asking<NoticeRequest, Saved> {
  const [name] = targets[Number(draft?.target_type)] ?? [];
  return {
    title: draft ? '编辑通知' : '新增通知',
    fields,
    given: draft
      ? {
          title: draft.title,
          content: draft.content,
          target_type: draft.target_type,
          send_at: draft.send_at,
          ...(name ? { [name]: draft.target_ids } : {}),
        }
      : { target_type: noticeTarget.everyone },
    call: noticeCalls.save,
    input: (values) => {
      const [chosen] = targets[Number(values.target_type)] ?? [];
      return {
        ...(draft ? { id: draft.id, version: draft.version as number } : {}),
        title: values.title as string,
        content: values.content as string,
        target_type: values.target_type as number,
        send_at: (values.send_at as string | null | undefined) ?? null,
        ...(chosen ? { target_ids: values[chosen] as number[] } : {}),
      };
    },
    done: () => ({ good: '已保存为草稿' }),
  };
}
