import { describe, expect, it } from 'vitest';
import { spokenIn, type Way } from './messages.ts';
import { isTest, readCode } from './source.ts';

// The rule of decision 0044: which message a failed call gets. Words stay where somebody looks (a field, a line, a page's face)
// unless a press had none of these to put them beside. Whoever adds a name here says which press that is.

const spoken = readCode()
  .filter(({ path }) => /^src\/(app|areas|engine|kit)\//.test(path) && !isTest(path))
  .flatMap((file) => spokenIn(file).map((one) => ({ ...one, path: file.path })));
const places = (way: Way): string[] => [
  ...new Set(spoken.filter((one) => one.way === way).map(({ path }) => path.replace(/^src\//, ''))),
];

/** A dialog that must be answered: one press with no form beside it. */
const dialogs = [
  'kit/desk/list/press-actions.tsx',
  'kit/desk/list/remove-action.tsx',
  'kit/desk/list/switch-actions.tsx',
  'areas/access/role/use-role-switch.tsx',
];

/** A toast: the failure of a press that no field, dialog or page owns. */
const toasts: Readonly<Record<string, string>> = {
  'app/expiring/expiring.tsx': 'export of the goods that expire',
  'app/notices/notice-history.tsx': 'older notices under the bell, which has no page',
  'app/sign-in/change-password.tsx': 'the specification §8 wants a toast on the sign-in pages',
  'areas/access/grant/card.tsx': 'taking a request back',
  'areas/access/organize/use-moves.ts': 'dragging an organisation to another place',
  'areas/finance/abnormal-list.tsx': 'booking chosen events again, which has no form',
  'areas/me/preferences-card.tsx': 'a preference, which counts at once',
  'areas/goods/init-list.tsx': 'removing styles from the list, many at once',
  'areas/goods/members-drawer.tsx': 'taking rows out of a group, many at once',
  'areas/members/labels.tsx': 'asking a rule again, which has no form',
  'areas/orders/push-refusals.tsx': 'taking a refused push in, which has no form',
  'areas/ops/audit.tsx': 'export of the audit trail',
  'areas/ops/check.tsx': 'asking for a run of the invariants',
  'areas/ops/sessions.tsx': 'ending somebody’s session',
  'areas/price-tags/hang/use-print-job.ts': 'printing of a job, which has no form',
  'areas/price-tags/print-desk.tsx': 'printing, and asking what has changed, on a desk without a form to save',
  'areas/purchasing/begin-count.tsx': 'beginning a batch of an appointment picked in a list',
  'areas/purchasing/inbound/use-scans.ts': 'a scan: eyes are on the goods, and the next one follows at once',
  'areas/replenishment/shops-bar.tsx': 'shops added at once, which have no form of their own',
  'areas/replenishment/use-run-rules.ts': 'running rules, which have no form',
  'areas/settings/notify-list.tsx': 'a step of a row: nothing else on the page is about it',
  'areas/settlement/bill/use-bill.ts':
    'lines of a bill that are added, left out or disputed from the list, many at once',
  'areas/tasks/form/use-task-form.ts': 'the specification §8: a task that cannot be made',
  'areas/tasks/import/file-step.tsx': 'download of a template',
  'areas/tasks/import/run-step.tsx': 'stopping an import',
  'areas/tasks/task-detail.tsx': 'the specification §8: a task whose detail cannot be read',
  'areas/tasks/use-task-steps.ts': 'stopping a task, making it again',
  'areas/warehouse/stocktaking/code-entry.tsx':
    'codes whose outcome nobody knows; refused ones stay in the box and say so',
  'areas/warehouse/stocktaking/count-grid.tsx': 'lines whose outcome nobody knows; refused ones say so on the line',
  'areas/warehouse/stocktaking/lines.tsx': 'a line that is kept while one goes on to the next',
  'areas/warehouse/stocktaking/shortfalls.tsx': 'posting what was short',
  'areas/warehouse/stocktaking/zones.tsx': 'closing a zone',
  'kit/desk/attachments/file-grid.tsx': 'taking a file away',
  'kit/desk/lines/lines-import.tsx': 'download of a template',
  'kit/desk/bulk/use-bulk-action.ts': 'keeping the picked records before many are changed',
  'kit/desk/list/filter-bar.tsx': 'keeping a pasted list before it is asked by',
  'kit/desk/save-file-button.tsx': 'what a page shows as a file: a price sheet, price records, the rows of a batch',
  'kit/desk/form-page.tsx': 'submitting what was saved: the form is left by then',
  'kit/desk/print/print-page.tsx': 'registering a print',
};

/** What the server says goes as it is: a refused permission is told by the wire, in every screen alike. */
const plainly = ['app/services.ts', 'engine/failure.ts'];

describe('the words of a failed call', () => {
  it('are those that every failure has, said by our one dialog and our one toast', () => {
    expect(places('foreign')).toEqual([]);
    expect(places('raw').sort()).toEqual(plainly);
  });

  it('are never thrown away', () => {
    expect(places('lost')).toEqual([]);
  });

  it('are a dialog only where one press had no form to put them beside', () => {
    expect(places('dialog').sort()).toEqual([...dialogs].sort());
  });

  it('are a toast only where no field, dialog or page owns them', () => {
    expect(places('toast').sort()).toEqual(Object.keys(toasts).sort());
  });
});

describe('the check itself', () => {
  const head = `
    import { wordsOf } from '#src/engine/failure.ts';
    import { showAlert, toast } from '#src/kit/notice.ts';
    import { Modal, message } from 'antd';
  `;
  const found = (text: string): Way[] => spokenIn({ path: 'src/areas/a.tsx', text: head + text }).map(({ way }) => way);

  it.each<[string, Way[]]>([
    ['toast.bad(wordsOf(sent.failure));', ['toast']],
    ["const words = `没有保存：${wordsOf(sent.failure)}`; toast(words, 'bad');", ['held', 'toast']],
    ['void showAlert(wordsOf(failure));', ['dialog']],
    ['modal.confirm({ content: wordsOf(failure) });', ['dialog']],
    ['const shown = <p>{wordsOf(failure)}</p>;', ['held']],
    ['setError(wordsOf(sent.failure));', ['held']],
    ['setError(sent.failure.msg);', ['raw']],
    ["Modal.error({ title: '失败' }); message.error('失败'); alert('失败');", ['foreign', 'foreign', 'foreign']],
    ['void command.run(call, {});', ['lost']],
    ['void services.wire.send(call, {});', ['lost']],
    ['void command.run(call, {}).then(showAlert);', []],
    ["toast.good('保存成功');", []],
  ])('%s', (text, ways) => {
    expect(found(text)).toEqual(ways);
  });
});
