import { Drawer } from 'antd';
import { useMemo } from 'react';
import { notifyRead } from '#contract/areas/shell/notice.ts';
import type { Row } from '#src/engine/row.ts';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';

/** To whom a notice went, and who has acknowledged it. */
export function NoticeReads({ notice, onClose }: { notice: Row; onClose(): void }) {
  const fixed = useMemo(() => ({ msg_id: notice.id }), [notice.id]);
  const { read_count: read, target_count: all } = notice;
  return (
    <Drawer open title={`阅读情况：${String(notice.title)}`} size={720} onClose={onClose}>
      <p>{String(notice.content)}</p>
      <p>{`已确认 ${String(read)} 人，应确认 ${String(all)} 人`}</p>
      <FixedList definition={notifyRead} fixed={fixed} columns={columns} filters={filters} height={520} />
    </Drawer>
  );
}

const columns = ['admin_id', 'pushed_at', 'read_at', 'is_read'];
const filters = ['is_read'];
