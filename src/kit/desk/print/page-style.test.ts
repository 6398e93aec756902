import { expect, it } from 'vitest';
import { pageStyle } from './page-style.ts';

const label = { width: 100, height: 60, margin: 3 };
const style = (given: object = {}) =>
  pageStyle({ paper: label, running: '装箱单 TB1', host: '_r_1_', numbered: true, ...given });

it('is as large as the paper, and nothing but the paper', () => {
  expect(style()).toContain('@page{size:100mm 60mm;margin:3mm;');
  expect(style()).toContain('body>:not([data-paper="_r_1_"]){display:none!important}');
});

it('numbers the pages of a paper with lines, and those of a label not', () => {
  expect(style()).toContain('"第 " counter(page) " 页 / 共 " counter(pages) " 页"');
  expect(style({ numbered: false })).not.toContain('counter');
  // Nor does the browser write anything of its own on it.
  expect(style({ numbered: false })).toContain('@top-center{content:""}');
});

it('says a number at the top of the later pages as text, whatever is in it', () => {
  expect(style()).toContain('content:"装箱单 TB1"');
  const said = style({ running: 'A"}</style>\n\\B' });
  expect(said).toContain(String.raw`content:"A\22 \7d \3c \2f style\3e \a \5c B"`);
});
