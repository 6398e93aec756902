import { saveTextFile } from '#src/platform/save-file.ts';
import styles from './me.module.css';

/** The recovery codes, the only time they can be seen. Plain markup: it also stands on the sign-in page. */
export function RecoveryCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  return (
    <div>
      <p className={styles.words}>
        手机丢失时，用恢复码代替验证码登录，每个只能用一次。它们只在这里显示这一次，请抄下或保存到手机以外的地方。
      </p>
      <ul className={styles.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button
        type="button"
        className="button-plain"
        onClick={() => saveTextFile(`恢复码-${username}.txt`, `${codes.join('\r\n')}\r\n`)}
      >
        保存为文件
      </button>
    </div>
  );
}
