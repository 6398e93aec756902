import { type ReactNode, useState } from 'react';
import type { Attachment } from '#contract/kit/attachments.ts';
import { storedFileId } from '#contract/kit/kinds/picture.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { isPicture } from '#src/engine/stored-file.ts';
import { useFileBytes } from '#src/engine/use-attachments.ts';
import { useBlobAddress } from '#src/engine/use-blob-address.ts';
import styles from './attachments.module.css';
import { useOnceInView } from './use-once-in-view.ts';

/** A small view of a file: the picture itself once somebody can see it, the type of anything else. */
export function Thumbnail({ file }: { file: Attachment }) {
  const picture = isPicture(file);
  return (
    <Small file={file} when={picture} className={styles.thumbnail} alt="">
      {!picture && <span className={styles.type}>{file.type}</span>}
    </Small>
  );
}

/** The picture of a field, as small as a row; nothing for a path that names no file. */
export function FieldPicture({ path, label }: { path: string; label: string }) {
  const id = storedFileId(path);
  if (id === null) return null;
  return <Small file={{ id, type: null }} when className={styles.inRow} alt={label} />;
}

interface SmallProps {
  file: Parameters<typeof useFileBytes>[0];
  when: boolean;
  className: string | undefined;
  /** For those who hear the page; empty where words stand beside it. */
  alt: string;
  children?: ReactNode;
}

function Small({ file, when, className, alt, children }: SmallProps) {
  const { place, seen } = useOnceInView();
  const { value, failure } = useFileBytes(file, when && seen);
  const address = useBlobAddress(value);
  const [broken, setBroken] = useState(false);
  const words = broken ? brokenWords : failure ? wordsOf(failure) : '';
  return (
    <span ref={place} className={className}>
      {children}
      {words && <span className={styles.broken}>{words}</span>}
      {address && !broken && <img src={address} alt={alt} decoding="async" onError={() => setBroken(true)} />}
    </span>
  );
}

/** A file that is a picture by its first bytes and cannot be drawn. */
export const brokenWords = '图片已损坏，无法显示';
