import { Button } from 'antd-mobile';
import { useState } from 'react';
import { smallPicture } from '#src/platform/small-picture.ts';
import styles from '../handheld.module.css';

/** Takes a photograph, or one that is there, and shows what of it will be sent. Not needed for a report. */
export function PictureField({
  picture,
  onChange,
}: {
  /** JPEG in base64. */
  picture: string | null;
  onChange(picture: string | null): void;
}) {
  const [trouble, setTrouble] = useState('');
  const take = async (file: File | undefined) => {
    if (!file) return;
    setTrouble('');
    try {
      onChange(await smallPicture(file));
    } catch {
      // The browser says nothing that a person could act on.
      setTrouble('这张图片读不出来，请重新拍');
    }
  };
  return (
    <>
      {picture !== null && (
        <img className={styles.picture} src={`data:image/jpeg;base64,${picture}`} alt="要上报的照片" />
      )}
      {trouble !== '' && (
        <p className={styles.trouble} role="alert">
          {trouble}
        </p>
      )}
      <div className={styles.twoActions}>
        {picture === null ? (
          <span className={styles.soft}>照片可不拍，拍了更好认</span>
        ) : (
          <Button size="large" onClick={() => onChange(null)}>
            不要照片
          </Button>
        )}
        <label className={styles.photo}>
          {picture === null ? '拍照' : '重拍'}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={({ target }) => {
              void take(target.files?.[0]).catch(reportError);
              // The same picture may be chosen once more.
              target.value = '';
            }}
          />
        </label>
      </div>
    </>
  );
}
