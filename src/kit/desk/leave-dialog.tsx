import { Modal } from 'antd';
import type { HeldBack } from '#src/engine/use-dirty-guard.ts';

/** Asked before unsaved changes are left behind. */
export function LeaveDialog({ held }: { held: HeldBack }) {
  return (
    <Modal
      open
      title="有未保存的修改"
      okText="离开"
      okButtonProps={{ danger: true }}
      cancelText="取消"
      onOk={held.leave}
      onCancel={held.stay}
    >
      离开后，未保存的修改会丢失。
    </Modal>
  );
}
