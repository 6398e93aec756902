import { Button } from 'antd';
import { type SyntheticEvent, useState } from 'react';
import type { Attachment } from '#contract/kit/attachments.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useFileBytes } from '#src/engine/use-attachments.ts';
import { useBlobAddress } from '#src/engine/use-blob-address.ts';
import styles from './attachments.module.css';
import { brokenWords } from './thumbnail.tsx';
import type { Zoom } from './use-zoom.ts';

interface PictureStageProps {
  file: Attachment;
  zoom: Zoom;
  /** Hears how many pixels the picture has. */
  onNatural(width: number, height: number): void;
}

/** The frame in which a picture is looked at; larger ones are scrolled, by pointer or keyboard. */
export function PictureStage({ file, zoom, onNatural }: PictureStageProps) {
  const bytes = useFileBytes(file, true);
  const address = useBlobAddress(bytes.value);
  const [broken, setBroken] = useState(false);
  const [width, setWidth] = useState(0);
  const arrive = ({
    currentTarget: { naturalWidth, naturalHeight, clientWidth },
  }: SyntheticEvent<HTMLImageElement>) => {
    setWidth(naturalWidth);
    onNatural(naturalWidth, naturalHeight);
    if (zoom.fits && naturalWidth > 0) zoom.measured(clientWidth / naturalWidth);
  };
  return (
    // What scrolls must be reached by keyboard.
    <div className={styles.stage} role="group" tabIndex={0} aria-label={`图片 ${file.name}`} data-fits={zoom.fits}>
      {bytes.loading && <p className={styles.stageWords}>加载中...</p>}
      {bytes.failure && (
        <p className={styles.stageWords} role="alert">
          {wordsOf(bytes.failure)}
          <Button onClick={bytes.reload}>重试</Button>
        </p>
      )}
      {broken && (
        <p className={styles.stageWords} role="alert">
          {brokenWords}
        </p>
      )}
      {address && !broken && (
        <img
          src={address}
          alt={file.name}
          style={zoom.fits || width === 0 ? undefined : { inlineSize: width * zoom.scale, maxInlineSize: 'none' }}
          onLoad={arrive}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
