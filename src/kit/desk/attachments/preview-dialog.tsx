import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import type { Attachment } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { isPicture } from '#src/engine/stored-file.ts';
import { printBytes } from '../../print-bytes.ts';
import styles from './attachments.module.css';
import { PictureStage } from './picture-stage.tsx';
import { useZoom } from './use-zoom.ts';

interface PreviewDialogProps {
  definition: AnyDefinition;
  files: readonly Attachment[];
  /** Id of the file that is looked at. */
  shown: string;
  onShow(id: string): void;
  onSave(file: Attachment): void;
  onClose(): void;
}

/** One file large, its neighbours an arrow key away. */
export function PreviewDialog({ definition, files, shown, onShow, onSave, onClose }: PreviewDialogProps) {
  const at = files.findIndex((file) => file.id === shown);
  const zoom = useZoom(shown);
  const [natural, setNatural] = useState('');
  const go = (step: number) => {
    const next = files[at + step];
    if (!next) return;
    setNatural('');
    onShow(next.id);
  };
  useEffect(() => {
    const press = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return;
      // A picture larger than its frame is moved about by the arrows.
      if (key === 'ArrowLeft' && zoom.fits) go(-1);
      if (key === 'ArrowRight' && zoom.fits) go(1);
      if (key === '+' || key === '=') zoom.larger();
      if (key === '-') zoom.smaller();
      if (key === '0') zoom.fit();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const file = files[at];
  if (!file) return null;
  const picture = isPicture(file);
  const about = [
    definition.attachments?.kinds[file.kind] ?? file.kind,
    printBytes(file.size),
    natural,
    `${file.admin_name ?? '—'} ${printTime(file.at)}`,
  ];
  return (
    <Modal open centered footer={null} width="min(1120px, calc(100vw - 32px))" title={file.name} onCancel={onClose}>
      <div className={styles.tools}>
        <p className={styles.about}>{about.filter(Boolean).join(' · ')}</p>
        {files.length > 1 && (
          <span className={styles.toolGroup}>
            <Button size="small" disabled={at === 0} onClick={() => go(-1)} title="上一个（←）">
              上一个
            </Button>
            <span className="desk-figure" aria-live="polite">
              {at + 1} / {files.length}
            </span>
            <Button size="small" disabled={at === files.length - 1} onClick={() => go(1)} title="下一个（→）">
              下一个
            </Button>
          </span>
        )}
        {picture && (
          <span className={styles.toolGroup}>
            <Button size="small" onClick={zoom.smaller} title="缩小（-）">
              缩小
            </Button>
            <Button
              size="small"
              type={zoom.fits ? 'primary' : 'default'}
              ghost={zoom.fits}
              onClick={zoom.fit}
              title="适应窗口（0）"
            >
              适应
            </Button>
            <Button size="small" onClick={zoom.whole} title="原始大小">
              1:1
            </Button>
            <Button size="small" onClick={zoom.larger} title="放大（+）">
              放大
            </Button>
          </span>
        )}
        <Button size="small" onClick={() => onSave(file)}>
          下载
        </Button>
      </div>
      {picture ? (
        <PictureStage
          key={file.id}
          file={file}
          zoom={zoom}
          onNatural={(width, height) => setNatural(`${width} × ${height}`)}
        />
      ) : (
        <div className={styles.stage}>
          <p className={styles.stageWords}>
            <span className={styles.type}>{file.type}</span>
            这种文件不在页面中打开
            <Button type="primary" onClick={() => onSave(file)}>
              下载查看
            </Button>
          </p>
        </div>
      )}
    </Modal>
  );
}
