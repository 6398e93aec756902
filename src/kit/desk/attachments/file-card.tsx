import type { Attachment } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { printBytes } from '../../print-bytes.ts';
import styles from './attachments.module.css';
import { Thumbnail } from './thumbnail.tsx';

interface FileCardProps {
  definition: AnyDefinition;
  file: Attachment;
  onOpen(): void;
  onSave(): void;
  onRemove(): void;
}

/** One file: what it looks like, what it is, who attached it when, and what may be done with it. */
export function FileCard({ definition, file, onOpen, onSave, onRemove }: FileCardProps) {
  const { name, kind, size, admin_name: by, at, detachable } = file;
  return (
    <li className={styles.card}>
      <button type="button" className={styles.picture} onClick={onOpen} aria-label={`预览 ${name}`}>
        <Thumbnail file={file} />
      </button>
      <p className={styles.name} title={name}>
        {name}
      </p>
      <p className={styles.about}>
        {definition.attachments?.kinds[kind] ?? kind} · {printBytes(size)}
      </p>
      <p className={styles.about}>
        {by ?? '—'} <time dateTime={at}>{printTime(at)}</time>
      </p>
      <p className={styles.actions}>
        <button type="button" className="desk-link" aria-label={`下载 ${name}`} onClick={onSave}>
          下载
        </button>
        {detachable && (
          <button type="button" className="desk-link desk-link-danger" aria-label={`移除 ${name}`} onClick={onRemove}>
            移除
          </button>
        )}
      </p>
    </li>
  );
}
