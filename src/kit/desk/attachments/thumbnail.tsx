import { useState } from 'react';
import type { Attachment } from '#contract/kit/attachments.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useFileBytes } from '#src/engine/use-attachments.ts';
import styles from './attachments.module.css';
import { isPicture } from './is-picture.ts';
import { useBlobAddress } from './use-blob-address.ts';
import { useOnceInView } from './use-once-in-view.ts';

/** A small view of a file: the picture itself once somebody can see it, the type of anything else. */
export function Thumbnail({ file }: { file: Attachment }) {
  const { place, seen } = useOnceInView();
  const picture = isPicture(file);
  const { value, failure } = useFileBytes(file, picture && seen);
  const address = useBlobAddress(value);
  const [broken, setBroken] = useState(false);
  const words = broken ? brokenWords : failure ? wordsOf(failure) : '';
  return (
    <span ref={place} className={styles.thumbnail}>
      {!picture && <span className={styles.type}>{file.type}</span>}
      {words && <span className={styles.broken}>{words}</span>}
      {address && !broken && <img src={address} alt="" decoding="async" onError={() => setBroken(true)} />}
    </span>
  );
}

/** A file that is a picture by its first bytes and cannot be drawn. */
export const brokenWords = '图片已损坏，无法显示';
