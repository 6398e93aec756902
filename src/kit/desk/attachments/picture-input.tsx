import { Button } from 'antd';
import { useRef } from 'react';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import { usePictureUpload } from '#src/engine/use-picture-upload.ts';
import type { InputProps } from '../kind-renderer.ts';
import styles from './attachments.module.css';
import { FieldPicture } from './thumbnail.tsx';

/** The input of a picture: shown as it is, chosen anew, taken away. */
export function PictureInput({ id, field, value, onChange, disabled, invalid, describedBy, label }: InputProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const upload = usePictureUpload(field, onChange);
  const { purpose } = field.upload ?? {};
  if (!purpose) throw new Error(`${field.label} says not how its picture comes in`);
  const { bytes, types } = filePurposes[purpose];
  const path = typeof value === 'string' ? value : '';
  const there = path !== '' && !upload.going;
  return (
    <div className={styles.choose}>
      {there && <FieldPicture path={path} label={field.label} />}
      <Button
        id={id}
        disabled={disabled || upload.going}
        aria-label={`${label ?? field.label}：${there ? '更换' : '上传'}图片`}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onClick={() => chooser.current?.click()}
      >
        {upload.going ? `上传中 ${Math.round(upload.part * 100)}%` : there ? '更换图片' : '上传图片'}
      </Button>
      {upload.again && <Button onClick={upload.again}>重试</Button>}
      {path !== '' && (
        <Button
          disabled={disabled ?? false}
          onClick={() => {
            upload.drop();
            onChange(null);
          }}
        >
          移除
        </Button>
      )}
      <span className="desk-hint">
        {types.join('、').toUpperCase()}，不超过 {bytes / 1_048_576} MB
      </span>
      {upload.fault !== '' && (
        <span className="desk-wrong" role="alert">
          {upload.fault}
        </span>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={`选择${field.label}`}
        accept={`${types.map((type) => `.${type}`).join(',')},.jpg`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void upload.send(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}
