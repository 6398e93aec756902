import { Button, Modal, Progress } from 'antd';
import type { Task } from '#contract/areas/tasks/task.ts';
import { FailureFace } from '#src/kit/desk/faces.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import { savedAs } from '#src/wire/file-name.ts';
import { usePreviewFile } from './preview-file.ts';
import { PreviewTable } from './preview-table.tsx';

interface FilePreviewProps {
  task: Pick<Task, 'id' | 'name'> & { file_path: string };
  onClose(): void;
}

/** 预览: the file of a task without leaving the page; 保存 saves the very bytes that are looked at. */
export function FilePreview({ task, onClose }: FilePreviewProps) {
  const { file, part, failure, retry } = usePreviewFile(task.file_path);
  const save = () => {
    if (file) saveFile(file.blob, file.name || savedAs(task.name, task.file_path));
  };
  return (
    <Modal
      open
      width="min(1180px, 94vw)"
      title={task.name}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        <Button key="save" type="primary" disabled={file === null} onClick={save}>
          保存
        </Button>,
      ]}
    >
      {failure && <FailureFace failure={failure} onRetry={retry} />}
      {file && <PreviewTable file={file.blob} label={task.name} />}
      {!file && !failure && <Progress percent={Math.round(part * 100)} aria-label="正在下载" />}
    </Modal>
  );
}
