import styles from './import.module.css';

const names = ['选择文件', '对应列', '试运行', '导入'];

/** Where on the way the page is. */
export function Trail({ at }: { at: number }) {
  return (
    <ol className={styles.trail} aria-label="步骤">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          data-state={index < at ? 'past' : index === at ? 'now' : 'next'}
        >
          <span aria-hidden="true">{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  );
}
