import { commandKey } from '#src/platform/keyboard.ts';
import styles from './palette-button.module.css';
import { openPalette } from './palette-store.ts';

/** Opens the palette by pointer, and tells its keys. */
export function PaletteButton({
  className,
  nameClass,
}: {
  className: string | undefined;
  nameClass: string | undefined;
}) {
  return (
    <button
      type="button"
      className={className}
      aria-label="搜索"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => openPalette()}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M13 13l4 4" />
      </svg>
      <span className={nameClass}>
        搜索 <kbd className={styles.keys}>{commandKey('K')}</kbd>
      </span>
    </button>
  );
}
