// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

beforeEach(() => {
  const style = document.createElement('style');
  style.innerHTML = `
    :where(.css-1).gone{color:red;display:none;}.shown .gone{display:block;}
    @media print{.paper{display:none;}}
    .faint{visibility:hidden;}.faint .clear{visibility:visible;}
    .dead,.numb:not(.a, .b){pointer-events:none;}.numb .alive{pointer-events:auto;}
    .dressed::before{display:none;}.block{display:flex;}`;
  document.head.append(style);
});
afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

it.each([
  ['by a rule', '<div class="css-1 gone"><button>x</button></div>'],
  ['by its own style', '<button style="display: none">x</button>'],
  ['by its own style against a rule', '<button class="block" style="display: none">x</button>'],
  ['by an attribute', '<div hidden><button>x</button></div>'],
  ['in a dialog that is closed', '<dialog><button>x</button></dialog>'],
  ['by a rule about what is around it', '<div class="faint"><p><button>x</button></p></div>'],
])('nobody finds a button that is hidden %s', (_how, html) => {
  document.body.innerHTML = html;
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { hidden: true })).not.toBeNull();
});

it.each([
  ['a weightier rule shows it', '<div class="shown"><button class="css-1 gone">x</button></div>'],
  ['the rule is about another', '<button class="gone">x</button>'],
  ['the rule is about paper', '<button class="paper">x</button>'],
  ['the rule is about what stands before it', '<button class="dressed">x</button>'],
  ['it is visible in what is not', '<div class="faint"><button class="clear">x</button></div>'],
  ['its dialog is open', '<dialog open><button>x</button></dialog>'],
])('a button is found where %s', (_when, html) => {
  document.body.innerHTML = html;
  expect(screen.queryByRole('button', { name: 'x' })).not.toBeNull();
});

it('a button that a rule keeps from the pointer cannot be pressed', async () => {
  document.body.innerHTML = '<p class="numb"><button>x</button><button class="alive">y</button></p>';
  await expect(userEvent.click(screen.getByText('x'))).rejects.toThrow('pointer-events');
  await userEvent.click(screen.getByText('y'));
});

it('a name has a space between what does not run on', () => {
  document.body.innerHTML = '<button>a<span>b</span><span class="block">c</span><div>d</div></button>';
  expect(screen.queryByRole('button', { name: 'ab c d' })).not.toBeNull();
});

it('the rest is as the element itself says', () => {
  document.body.innerHTML = '<p style="width: 3px; overflow: hidden">x</p>';
  const { width, overflow } = getComputedStyle(screen.getByText('x'));
  expect([width, overflow]).toEqual(['3px', 'hidden']);
});
