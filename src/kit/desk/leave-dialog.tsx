import { Modal } from 'antd';
import type { HeldBack } from '#src/engine/use-dirty-guard.ts';

interface LeaveDialogProps {
  held: HeldBack;
  /** What is in the way, and what is lost: unsaved changes by default. */
  title?: string;
  words?: string;
}

/** Asked before unsaved changes, or what else would be lost, are left behind. */
export function LeaveDialog({
  held,
  title = '有未保存的修改',
  words = '离开后，未保存的修改会丢失。',
}: LeaveDialogProps) {
  return (
    <Modal
      open
      title={title}
      okText="离开"
      okButtonProps={{ danger: true }}
      cancelText="取消"
      onOk={held.leave}
      onCancel={held.stay}
    >
      {words}
    </Modal>
  );
}
