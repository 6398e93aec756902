import styles from './captcha-field.module.css';
import { Field } from './field.tsx';
import type { Captcha } from './use-captcha.ts';

/** The letters of a picture, and the picture, which brings another one when it is pressed. Nothing while none is asked for. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  if (!captcha.asked) return null;
  const { picture } = captcha;
  return (
    <div className={styles.row}>
      <Field
        label="验证码"
        value={captcha.value}
        error={captcha.error}
        onChange={captcha.type}
        onBlur={() => undefined}
        autoComplete="off"
      />
      <button
        type="button"
        className={styles.picture}
        onClick={() => void captcha.renew()}
        aria-label="看不清，换一张"
        title="看不清，换一张"
      >
        {picture ? <img src={`data:image/svg+xml;base64,${picture.image_base64}`} alt="验证码图片" /> : '换一张'}
      </button>
    </div>
  );
}
