import { Drawer } from 'antd';
import type { AuditEntry } from '#contract/areas/ops/audit.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import styles from './ops.module.css';

/** One step of a history, whole: who and where from, and each field before and after. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const facts: [string, string | null][] = [
    ['时间', printTime(entry.at)],
    ['操作人', entry.admin_name ? `${entry.admin_name}（${entry.username ?? ''}）` : '系统'],
    ['单据', `${entry.doc_label} ${entry.doc_no ?? `#${entry.doc_id}`}`],
    ['状态', entry.to_status && `${entry.from_status ? `${entry.from_status} → ` : ''}${entry.to_status}`],
    ['结果', entry.result === null ? null : entry.result === 1 ? '通过' : '驳回'],
    ['备注', entry.remark],
    ['来源', entry.ip],
    ['设备', entry.device],
    ['操作编号', entry.op_id],
  ];
  return (
    <Drawer open size={560} title={entry.label} onClose={onClose}>
      <div className={styles.detail}>
        <dl className={styles.facts}>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        {entry.changes.length > 0 && (
          <table className={styles.changes}>
            <thead>
              <tr>
                <th scope="col">字段</th>
                <th scope="col">修改前</th>
                <th scope="col">修改后</th>
              </tr>
            </thead>
            <tbody>
              {entry.changes.map(({ field, label, before, after }) => (
                <tr key={field}>
                  <td>{label}</td>
                  <td>
                    <del>{before}</del>
                  </td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Drawer>
  );
}
