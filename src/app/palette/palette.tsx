import Pinyin from 'pinyin-match';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showAlert } from '#src/kit/notice.ts';
import { useApp } from '../app-context.tsx';
import { useMenu } from '../menu/menu-query.ts';
import { noSecondWords, secondAddress } from '../menu/second-application.ts';
import { useSession } from '../session/sign-in-state.ts';
import styles from './palette.module.css';
import { PaletteResults } from './palette-results.tsx';
import { closePalette, usePalette } from './palette-store.ts';
import { recentScreens } from './recent-screens.ts';
import { mayBeNumber, rankScreens, screensOf, singleHit } from './screens.ts';
import { type Target, targetGroups } from './targets.ts';
import { useActions } from './use-actions.ts';
import { useFound } from './use-found.ts';

/** The command palette (design §8): every screen and action by Chinese, pinyin or initials, every record by its number, its name or the pinyin of this. */
export function Palette() {
  const { rows } = useApp();
  const uid = useSession((state) => state.session?.uid) ?? 0;
  const given = usePalette();
  const [text, setText] = useState(given.text);
  const [active, setActive] = useState(0);
  // Enter was pressed, by a person or a gun, before it was known what there is.
  const [entered, setEntered] = useState(given.scanned);
  const { entries } = useMenu();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const wanted = text.trim();
  const found = useFound(wanted, entered);
  const screens = useMemo(
    () => rankScreens(screensOf(entries, rows), { text: wanted, recent: recentScreens(uid), match: Pinyin.match }),
    [entries, rows, wanted, uid],
  );
  const groups = targetGroups(wanted, { found: found.list, screens, actions: useActions(), match: Pinyin.match });
  const targets = groups.flatMap((group) => group.targets);
  const chosen = Math.min(active, targets.length - 1);

  const open = (path: string) => {
    closePalette();
    void navigate(path);
  };
  const leave = async (path: string) => {
    closePalette();
    const address = await secondAddress(path);
    if (address === null) await showAlert(noSecondWords);
    else location.assign(address);
  };
  const go = (target: Target | undefined) => {
    if (target?.kind === 'record') open(target.found.route);
    else if (target?.kind === 'screen' && target.ranked.screen.jump) void leave(target.ranked.screen.path);
    else if (target?.kind === 'screen') open(target.ranked.screen.path);
    else if (target?.action.path !== undefined) open(target.action.path);
    else if (target) {
      closePalette();
      target.action.run?.();
    }
  };
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.select();
  }, []);
  const settle = useEffectEvent(() => {
    setEntered(false);
    const hit = singleHit(found.list);
    if (hit) open(hit.route);
    // The next scan takes the place of this one.
    else field.current?.select();
  });
  useEffect(() => {
    if (entered && found.settled) settle();
  }, [entered, found.settled]);

  const enter = () => {
    if (mayBeNumber(wanted) && !found.settled) setEntered(true);
    else go(targets[chosen]);
    if (targets.length === 0) field.current?.select();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = Math.max(targets.length, 1);
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setActive((chosen + 1) % count);
    else if (event.key === 'ArrowUp') setActive((chosen - 1 + count) % count);
    else if (event.key === 'Enter') enter();
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-label="打开界面或单据" onClose={closePalette} closedby="any">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label="界面名称、操作、商品名称、单号或条码"
        aria-expanded={targets.length > 0}
        aria-controls="palette-results"
        aria-autocomplete="list"
        aria-activedescendant={targets.length > 0 ? `palette-${chosen}` : undefined}
        placeholder="界面、操作、商品、供应商、员工等的名称或拼音，单号、条码"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteResults text={wanted} found={found} groups={groups} chosen={chosen} onGo={go} />
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> 选择 <kbd>Enter</kbd> 打开 <kbd>Esc</kbd> 关闭
      </p>
    </dialog>
  );
}
