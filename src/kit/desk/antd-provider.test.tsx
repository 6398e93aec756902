// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from 'antd';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from './test-bench.tsx';

function Saving() {
  const [saving, setSaving] = useState(false);
  return (
    <>
      <Button loading={saving} onClick={() => setSaving(true)}>
        保存
      </Button>
      <button type="button" onClick={() => setSaving(false)}>
        答复
      </button>
    </>
  );
}

it('a button that waits says so in Chinese, and is called as before once it does not', async () => {
  renderDesk(<Saving />, { bench: createBench() });
  await userEvent.click(await screen.findByRole('button', { name: '保存' }));
  const saving = await screen.findByRole('button', { name: '处理中 保存' });
  await userEvent.click(await screen.findByRole('button', { name: '答复' }));
  expect(await screen.findByRole('button', { name: '保存' })).toBe(saving);
});
