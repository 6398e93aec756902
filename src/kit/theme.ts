/**
 * The look's one source (design §8): ink on paper with one accent, for both layouts, light and dark. The build writes
 * `themeCss()` into index.html, so that the very first paint has these colours; antd gets the same values as tokens.
 */
export type Shade = 'light' | 'dark';

export interface Palette {
  /** The page behind everything, the sheets on it, and what floats above them. */
  paper: string;
  surface: string;
  raised: string;
  /** Hairlines, and the border of a control (3:1 on a surface, WCAG 1.4.11). */
  line: string;
  control: string;
  /** Text: full, secondary, hints. All AA on paper and surface. */
  ink: string;
  inkSoft: string;
  inkFaint: string;
  /** The one accent, its hover, its wash behind a selection, and text on it. */
  accent: string;
  accentStrong: string;
  accentWash: string;
  onAccent: string;
  danger: string;
  dangerWash: string;
  onDanger: string;
  /** Row under the pointer. */
  hover: string;
  shadow: string;
  scrim: string;
  /** The five tones of a status (contract/kit/transition.ts) as text and ground. */
  idle: string;
  idleWash: string;
  waiting: string;
  waitingWash: string;
  moving: string;
  movingWash: string;
  done: string;
  doneWash: string;
  refused: string;
  refusedWash: string;
}

export const palettes: Readonly<Record<Shade, Palette>> = {
  light: {
    paper: '#f5f4ef',
    surface: '#fffefb',
    raised: '#fffefb',
    line: '#e4e1d8',
    control: '#8f8b80',
    ink: '#1a2123',
    inkSoft: '#4a5457',
    inkFaint: '#656e70',
    accent: '#0e5c5e',
    accentStrong: '#0a4648',
    accentWash: '#e2eeeb',
    onAccent: '#ffffff',
    danger: '#a8281e',
    dangerWash: '#fae7e3',
    onDanger: '#ffffff',
    hover: '#f3f1ea',
    shadow: '0 1px 2px rgba(26,33,35,.06), 0 8px 28px rgba(26,33,35,.12)',
    scrim: 'rgba(26,33,35,.42)',
    idle: '#4a5457',
    idleWash: '#ecebe4',
    waiting: '#7a4a00',
    waitingWash: '#faeed6',
    moving: '#2d4a86',
    movingWash: '#e6ecf7',
    done: '#1d5f38',
    doneWash: '#e2f0e5',
    refused: '#a8281e',
    refusedWash: '#fae7e3',
  },
  dark: {
    paper: '#111516',
    surface: '#191e20',
    raised: '#22282a',
    line: '#2b3335',
    control: '#6c777a',
    ink: '#e7e9e4',
    inkSoft: '#b0b8b7',
    inkFaint: '#919b9b',
    accent: '#68c4b8',
    accentStrong: '#8ad8cd',
    accentWash: '#18332f',
    onAccent: '#06201d',
    danger: '#f29b90',
    dangerWash: '#40201c',
    onDanger: '#2a0905',
    hover: '#202628',
    shadow: '0 1px 2px rgba(0,0,0,.4), 0 10px 32px rgba(0,0,0,.5)',
    scrim: 'rgba(4,6,6,.6)',
    idle: '#b0b8b7',
    idleWash: '#2a3133',
    waiting: '#efbd6e',
    waitingWash: '#392c14',
    moving: '#a2bbf0',
    movingWash: '#1f2b45',
    done: '#8ad09f',
    doneWash: '#173320',
    refused: '#f29b90',
    refusedWash: '#40201c',
  },
};

/** Sizes in px. `row` is a table row on the desk, `touch` the least target of a gloved thumb (design §8). */
export const metrics = {
  row: 36,
  control: 32,
  touch: 48,
  signInInput: 44,
  radius: 6,
  topBar: 48,
  menu: 208,
  menuClosed: 52,
  font: 14,
  fontSmall: 12,
} as const;

/** Latin and figures from the system, Chinese from whatever good face the machine has. */
export const fontFamily =
  'system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","HarmonyOS Sans SC","MiSans","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC","WenQuanYi Micro Hei",sans-serif';

/**
 * The tokens as CSS: `--ink`, `--accent-wash`, … on the root, dark under `[data-shade="dark"]`, and antd-mobile's own
 * variables pointed at them.
 */
export function themeCss(): string {
  return [
    `:root{color-scheme:light;--font:${fontFamily};${variables(palettes.light)}${sizes()}}`,
    // One step more specific than antd-mobile's own `:root`, which comes later in the page.
    `html:root{${mobile}}`,
    `:root[data-shade="dark"]{color-scheme:dark;${variables(palettes.dark)}}`,
  ].join('\n');
}

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${dashed(name)}:${value};`)
    .join('');
}

function sizes(): string {
  return Object.entries(metrics)
    .map(([name, value]) => `--${dashed(name)}-size:${value}px;`)
    .join('');
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const mobile = [
  '--adm-color-primary:var(--accent)',
  '--adm-color-success:var(--done)',
  '--adm-color-warning:var(--waiting)',
  '--adm-color-danger:var(--danger)',
  '--adm-color-text:var(--ink)',
  '--adm-color-text-secondary:var(--ink-soft)',
  '--adm-color-weak:var(--ink-faint)',
  '--adm-color-light:var(--ink-faint)',
  '--adm-color-text-light-solid:var(--on-accent)',
  '--adm-color-border:var(--line)',
  '--adm-border-color:var(--line)',
  '--adm-color-background:var(--surface)',
  '--adm-color-box:var(--paper)',
  '--adm-color-fill-content:var(--hover)',
  '--adm-font-family:var(--font)',
  '',
].join(';');
