import type { Upload } from '#src/engine/upload-queue.ts';
import type { Uploads } from '#src/engine/use-uploads.ts';
import { printBytes } from '../../print-bytes.ts';
import styles from './attachments.module.css';

/** Files on their way: how far each is, and why one did not arrive. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.list.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="正在上传">
      {uploads.list.map((upload) => (
        <UploadRow key={upload.key} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { key, file, part, fault } = upload;
  const leave = fault ? '不再上传' : '取消';
  return (
    <li className={styles.upload}>
      <span className={styles.uploadName} title={file.name}>
        {file.name}
      </span>
      <span className="desk-hint">{printBytes(file.size)}</span>
      {fault ? (
        <span className={styles.wrong} role="alert">
          {fault.words}
        </span>
      ) : (
        <progress
          className={styles.bar}
          aria-label={`${file.name} 上传进度`}
          max={100}
          value={Math.round(part * 100)}
        />
      )}
      <span className={styles.uploadActions}>
        {fault?.again && (
          <button
            type="button"
            className="desk-link"
            aria-label={`重试 ${file.name}`}
            onClick={() => uploads.retry(key)}
          >
            重试
          </button>
        )}
        <button
          type="button"
          className="desk-link desk-link-danger"
          aria-label={`${leave} ${file.name}`}
          onClick={() => uploads.drop(key)}
        >
          {leave}
        </button>
      </span>
    </li>
  );
}
