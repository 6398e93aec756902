import { describe, expect, it } from 'vitest';
import { type Palette, palettes, type Shade, themeCss } from './theme.ts';

const grounds = ['paper', 'surface', 'raised', 'hover'] as const;
const texts = ['ink', 'inkSoft', 'inkFaint', 'accent', 'danger'] as const;
const pairs: [keyof Palette, keyof Palette][] = [
  ...texts.flatMap((text) => grounds.map((ground): [keyof Palette, keyof Palette] => [text, ground])),
  ['onAccent', 'accent'],
  ['onAccent', 'accentStrong'],
  ['onDanger', 'danger'],
  ['ink', 'accentWash'],
  ['accent', 'accentWash'],
  ['idle', 'idleWash'],
  ['waiting', 'waitingWash'],
  ['moving', 'movingWash'],
  ['done', 'doneWash'],
  ['refused', 'refusedWash'],
];

describe.each(['light', 'dark'] satisfies Shade[])('%s', (shade) => {
  it.each(pairs)('%s on %s reads (WCAG AA 4.5:1)', (text, ground) => {
    expect(contrast(palettes[shade][text], palettes[shade][ground])).toBeGreaterThanOrEqual(4.5);
  });

  it('a control is seen against its surface (3:1)', () => {
    expect(contrast(palettes[shade].control, palettes[shade].surface)).toBeGreaterThanOrEqual(3);
  });
});

it('writes every token for both shades', () => {
  const css = themeCss();
  expect(css).toContain(`--accent-wash:${palettes.light.accentWash};`);
  expect(css).toContain(`--accent-wash:${palettes.dark.accentWash};`);
  expect(css).toContain('--touch-size:48px;');
});

/** Contrast ratio of two #rrggbb colours (WCAG 2.2, relative luminance). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
