import { preferencesNow, useOwnPreferences, wishPreferences } from '#src/engine/own-preferences.ts';
import { useApp } from '../app-context.tsx';
import styles from './dashboard.module.css';

/** A word for newcomers: where work comes from, and how one gets about. Stays until it is put away, and comes again by one's own preferences. */
export function Guide() {
  const { services } = useApp();
  const own = preferencesNow(useOwnPreferences());
  // Nothing is known of a person yet: who has put it away long ago shall not see it flash.
  if (own?.guide !== true) return null;
  return (
    <section className={styles.guide} aria-label="新手提示">
      <h2>第一次使用</h2>
      <button
        type="button"
        className="button-plain"
        onClick={() => void wishPreferences(services.wire, { guide: false })}
      >
        知道了
      </button>
      <ul>
        <li>
          <strong>找界面、单据、商品：</strong>按 <kbd>Ctrl</kbd> <kbd>K</kbd>，输入名称、拼音或首字母、单号、条码
        </li>
        <li>
          <strong>今天做什么：</strong>看下方“等我处理”，最久的在前，审核不必离开首页
        </li>
        <li>
          <strong>单据走到哪：</strong>单据上方的“下一步”写着等谁办理，“操作记录”写着谁办过
        </li>
        <li>
          <strong>列表：</strong>可调列、保存视图、从 Excel 粘贴条件、批量处理；按 <kbd>?</kbd> 看快捷键
        </li>
        <li>
          <strong>通知与文件：</strong>通知在右上角的铃铛里，导出和导入的结果在它旁边的下载里
        </li>
        <li>
          <strong>打不开或办不了：</strong>页面会写明需要什么权限、可以找谁开通
        </li>
      </ul>
    </section>
  );
}
