// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageLines } from '#src/engine/paste/use-entries.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { PasteBox } from './paste-box.tsx';

const heard: (readonly string[])[] = [];

beforeEach(() => {
  heard.length = 0;
});

function Probe({ most }: { most?: number }) {
  const [value, setValue] = useState<readonly string[]>([]);
  return (
    <PasteBox
      id="probe"
      label="货号"
      value={value}
      most={most}
      onChange={(entries) => {
        heard.push(entries);
        setValue(entries);
      }}
    />
  );
}

const show = (most?: number) =>
  renderDesk(<Probe {...(most === undefined ? {} : { most })} />, { bench: createBench() });
const box = () => screen.getByLabelText<HTMLTextAreaElement>('货号');
const report = () => document.querySelector('.desk-paste-report')?.textContent;
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `SKU${at}`).join('\n');
const paste = (text: string) =>
  fireEvent.paste(box(), { clipboardData: { getData: () => text, types: ['text/plain'] } });

describe('a paste box', () => {
  it('cuts a long paste at the cap, says so in the words of the specification, and never draws it whole', async () => {
    show();
    paste(numbered(5001));
    await waitFor(() => expect(report()).toContain('一次最多输入5000个'));
    expect(report()).toContain('已输入 5,000 个');
    expect(heard.at(-1)).toHaveLength(5000);
    expect(box().value.split('\n')).toHaveLength(pageLines);
  });

  it('leaves a short paste to the browser, so that it can be undone', () => {
    show();
    expect(paste('A1\nA2')).toBe(true);
    expect(paste(numbered(pageLines))).toBe(true);
    expect(paste(numbered(pageLines + 1))).toBe(false);
  });

  it('drops repeats and names them, and tidies the box when it is left', async () => {
    show();
    await userEvent.type(box(), 'A1\n\n A2\nA1');
    expect(heard.at(-1)).toEqual(['A1', 'A2']);
    expect(report()).toBe('已输入 2 个已去掉重复 1 个：A1');
    expect(box().value).toBe('A1\n\n A2\nA1');
    await userEvent.tab();
    expect(box().value).toBe('A1\nA2');
  });

  it('keeps what stood there before a long paste', async () => {
    show();
    await userEvent.type(box(), 'FIRST\n');
    paste(numbered(301));
    await waitFor(() => expect(heard.at(-1)).toHaveLength(302));
    expect(heard.at(-1)?.[0]).toBe('FIRST');
  });

  it('adds behind a folded list what is pasted, and takes its place where all of it is marked', async () => {
    show();
    paste(numbered(400));
    await waitFor(() => expect(report()).toBe('已输入 400 个，显示前 100 个'));
    expect(box().readOnly).toBe(true);
    box().setSelectionRange(3, 3);
    paste('LAST');
    await waitFor(() => expect(report()).toContain('401'));
    expect(heard.at(-1)?.at(-1)).toBe('LAST');
    box().select();
    paste('ONLY');
    await waitFor(() => expect(heard.at(-1)).toEqual(['ONLY']));
  });

  it('unfolds a list to be edited, and folds it when it is left', async () => {
    show();
    paste(numbered(400));
    await waitFor(() => expect(report()).toContain('显示前 100 个'));
    await userEvent.click(await screen.findByRole('button', { name: '编辑' }));
    expect(document.activeElement).toBe(box());
    await userEvent.type(box(), '\nMORE\nSKU399');
    expect(report()).toBe('已输入 401 个，显示前 101 个已去掉重复 1 个：SKU399');
    await userEvent.tab();
    expect(heard.at(-1)).toHaveLength(401);
    expect(heard.at(-1)?.slice(99, 102)).toEqual(['SKU99', 'MORE', 'SKU100']);
    expect(box().readOnly).toBe(true);
    expect(box().value.split('\n')).toHaveLength(pageLines);
  });

  it('turns the pages of a long list, and changes nothing but the page at hand', async () => {
    show();
    paste(numbered(250));
    await waitFor(() => expect(report()).toBe('已输入 250 个，显示前 100 个'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '前一段' }).disabled).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: '后一段' }));
    await userEvent.click(await screen.findByRole('button', { name: '后一段' }));
    expect(report()).toBe('已输入 250 个，显示第 201–250 个');
    expect(box().value.split('\n')).toHaveLength(50);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '后一段' }).disabled).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: '编辑' }));
    await userEvent.clear(box());
    expect(report()).toBe('已输入 200 个');
    await userEvent.tab();
    expect(heard.at(-1)).toEqual(numbered(200).split('\n'));
    expect(report()).toBe('已输入 200 个，显示第 101–200 个');
  });

  it('never holds more than a page, however often something short is pasted behind', async () => {
    show();
    await userEvent.type(box(), 'FIRST\n');
    box().setSelectionRange(6, 6);
    expect(paste(numbered(80))).toBe(true);
    fireEvent.change(box(), { target: { value: `FIRST\n${numbered(80)}\n` } });
    box().setSelectionRange(box().value.length, box().value.length);
    expect(paste(numbered(160).split('\n').slice(80).join('\n'))).toBe(false);
    await waitFor(() => expect(report()).toBe('已输入 161 个，显示前 100 个'));
  });

  it('forgets everything on 清空', async () => {
    show(3);
    await userEvent.type(box(), 'A\nB\nC\nD');
    expect(report()).toContain('一次最多输入3个');
    await userEvent.click(await screen.findByRole('button', { name: '清空' }));
    expect(heard.at(-1)).toEqual([]);
    expect(box().value).toBe('');
    expect(report()).toBe('');
  });
});
