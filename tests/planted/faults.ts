/** A mistake that somebody could make in the product, as a change of one place in one file. */
export interface Fault {
  /** What is wrong with the product once it is planted. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once; a law sees to that. */
  readonly find: string;
  readonly replace: string;
  /** Where the test that must notice it lies too far away to be among the nearest. */
  readonly tests?: readonly string[];
}

/** The faults that the tests must notice, by what they would harm. */
export const faults: readonly Fault[] = [
  // Stock.
  {
    name: 'a batch grows dearer when pieces leave it: wrong sign',
    file: 'server/ledger/post-stock.ts',
    find: 'cost: moved.cost + sign * cost',
    replace: 'cost: moved.cost + cost',
  },
  {
    name: 'balances are locked in any order',
    file: 'server/ledger/balances.ts',
    find: 'order by b.location_id, b.sku_id, b.imperfect_type for update of b',
    replace: 'order by random() for update of b',
    tests: ['server/ledger/races.pg.test.ts'],
  },
  {
    name: 'what is promised to others may leave',
    file: 'server/ledger/post-stock.ts',
    find: 'const available = balance.onHand - balance.locked;',
    replace: 'const available = balance.onHand;',
    tests: ['server/ledger/races.pg.test.ts'],
  },
  {
    name: 'movements after a count are added to the difference twice: wrong sign',
    file: 'server/areas/warehouse/stocktaking/figures.ts',
    find: '- coalesce(b.on_hand, 0) + coalesce(m.after, 0))::bigint as diff_qty',
    replace: '- coalesce(b.on_hand, 0) - coalesce(m.after, 0))::bigint as diff_qty',
    tests: ['server/areas/warehouse/stocktaking/movement.pg.test.ts'],
  },
  {
    name: 'of an allot signed for with too many, less than nothing stays on its way',
    file: 'server/areas/allocation/allot/sign.ts',
    find: 'set transit_qty = send_qty - least(sign_qty, send_qty)',
    replace: 'set transit_qty = send_qty - sign_qty',
  },
  {
    name: 'a unique code that is on its way can be sold',
    file: 'contract/areas/codes/code-life.ts',
    find: 'event: 9, from: [inStock, held, imperfect]',
    replace: 'event: 9, from: [inStock, held, moving, imperfect]',
    tests: ['server/areas/codes/code-life.pg.test.ts'],
  },
  {
    name: 'a cancellation that an earlier import has taken is taken again',
    file: 'server/import/orders/judge-lines.ts',
    find: "when 'cancellation' then exists (",
    replace: "when 'cancellation' then false and exists (",
  },
  // Money.
  {
    name: 'items that count no more are booked once more instead of back: wrong sign in a posting',
    file: 'server/ledger/money/settle-items.ts',
    find: 'amount: -item.amount,',
    replace: 'amount: item.amount,',
    tests: ['server/areas/settlement/settlement.pg.test.ts'],
  },
  {
    name: 'tax within an amount is cut off and not rounded',
    file: 'contract/areas/settlement/settle-enums.ts',
    find: 'Math.floor(tax + 0.5)',
    replace: 'Math.floor(tax)',
    tests: ['server/areas/settlement/settlement.pg.test.ts'],
  },
  {
    name: 'what a supplier pays us is booked as paid by us: wrong side',
    file: 'server/areas/finance/settlement-bookings.ts',
    find: '(made.direction === direction.receive ? -1 : 1)',
    replace: '(made.direction === direction.receive ? 1 : 1)',
    tests: ['server/areas/finance/voucher.pg.test.ts'],
  },
  {
    name: 'a payment can be made before finance has passed it',
    file: 'contract/areas/settlement/payment.ts',
    find: "label: '付款确认',\n      from: [3],",
    replace: "label: '付款确认',\n      from: [2, 3],",
    tests: ['server/areas/settlement/settlement.pg.test.ts'],
  },
  {
    name: 'the price of a district wins over that of a shop in it',
    file: 'server/terms/resolve-price.ts',
    find: 'array_position(array[${scopeOf.shops}, ${scopeOf.channel}, ${scopeOf.districts}',
    replace: 'array_position(array[${scopeOf.districts}, ${scopeOf.channel}, ${scopeOf.shops}',
    tests: ['server/areas/price/price-sheet.pg.test.ts'],
  },
  {
    name: 'money is shown at a tenth',
    file: 'contract/kit/kinds/money.ts',
    find: 'Math.trunc(Math.abs(fen) / 100)',
    replace: 'Math.trunc(Math.abs(fen) / 1000)',
  },
  // Rights.
  {
    name: 'a call that is repeated with its op id is done again',
    file: 'server/kit/operations.ts',
    find: 'if (rows.length === 1) return undefined;',
    replace: 'if (rows.length <= 1) return undefined;',
    tests: ['server/kit/operations.pg.test.ts'],
  },
  {
    name: 'who made a document may approve it',
    file: 'server/kit/approvals.ts',
    find: "    ...people('制单人', [document.created_by]),\n",
    replace: '',
    tests: ['server/kit/participants.pg.test.ts'],
  },
  {
    name: 'a record that was changed meanwhile is overwritten',
    file: 'server/kit/save-record.ts',
    find: 'if (before.version !== version)',
    replace: 'if (before.version < version)',
    tests: ['server/kit/frame.pg.test.ts'],
  },
  {
    name: 'a list shows records outside the data scope',
    file: 'server/kit/list-query.ts',
    find: 'if (scoped) conditions.push(scoped);',
    replace: 'if (scoped && asked.ids) conditions.push(scoped);',
    tests: ['tests/access/data-scope.pg.test.ts'],
  },
  {
    name: 'fields of lines are shown without the key that uncovers them: a mask forgotten',
    file: 'contract/kit/mask.ts',
    find: 'lines: { ...lines, fields: uncovered(lines.fields, missing) }',
    replace: 'lines: { ...lines, fields: lines.fields }',
  },
  {
    name: 'an export holds columns behind a key that its person lacks',
    file: 'server/tasks/exporter/seen-source.ts',
    find: 'mask === undefined || actor.permissions.has(mask)',
    replace: 'mask === undefined || actor.permissions.size > 0',
  },
  {
    name: 'a stocktaking is posted with the key for its audit: a missing permission',
    file: 'contract/areas/warehouse/stocktaking.ts',
    find: "access: 'stocktaking:post',",
    replace: "access: 'stocktaking:audit',",
    tests: ['tests/access/role-matrix.pg.test.ts'],
  },
  {
    name: 'other sessions live on after a change of password',
    file: 'server/areas/access/change-password.ts',
    find: 'await endSessionsOf(tx, { adminId: account.id, except: token, now });',
    replace: 'if (!token) await endSessionsOf(tx, { adminId: account.id, except: token, now });',
    tests: ['server/areas/access/sign-in.pg.test.ts'],
  },
  {
    name: 'a ticket opens a live connection more than once',
    file: 'server/push/connections.ts',
    find: 'delete from push_connection where ticket_hash = ${hash} returning session_id, admin_id, ticket_until',
    replace: 'select session_id, admin_id, ticket_until from push_connection where ticket_hash = ${hash}',
  },
  {
    name: 'a saved list runs a text that begins with a minus as a formula',
    file: 'server/kit/formula-guard.ts',
    find: "const signs = '=+@\\t\\r＝＋－＠-';",
    replace: "const signs = '=+@\\t\\r＝＋－＠';",
    tests: ['server/kit/formula-guard.pg.test.ts'],
  },
  {
    name: 'a task that a worker is at is put back and taken twice',
    file: 'server/tasks/queue.ts',
    find: '(select id from running where pg_try_advisory_xact_lock(${workLock(sql`id`)}))',
    replace: '(select id from running)',
    tests: ['server/tasks/queue.pg.test.ts'],
  },
  // Scans.
  {
    name: 'a scan that the server did not speak about is no longer sent: a lost scan',
    file: 'src/local/take-answers.ts',
    find: 'const heard = batch.filter((row) => answers.has(row.op_id));',
    replace: 'const heard = batch.filter(() => answers.size > 0);',
    tests: ['src/local/drain.test.ts'],
  },
  {
    name: 'a count that was taken back counts on the tablet all the same',
    file: 'contract/areas/warehouse/count-fold.ts',
    find: "entry.kind === 'void' || voided.has(voidKey(entry.counter, entry.op_id)) || seen.has(entry.op_id)",
    replace: "entry.kind === 'void' || seen.has(entry.op_id)",
  },
  {
    name: 'the scans of another person are sent under the name of who is signed in',
    file: 'src/local/drain.ts',
    find: "parts.db.streams.where('uid').equals(caller.uid).toArray()",
    replace: 'parts.db.streams.toArray()',
    tests: ['src/local/drain.test.ts'],
  },
  {
    name: 'an update is taken while scans of this person are unsent',
    file: 'src/app/update-hindrance.ts',
    find: 'if (waiting > 0) return',
    replace: 'if (waiting > unsent) return',
    tests: ['src/app/update-hindrance.test.ts'],
  },
  // Pages.
  {
    name: 'a button is shown for documents in the wrong state',
    file: 'src/engine/detail/use-transitions.ts',
    find: 'rows.some((row) => transition.from.includes(Number(row.status))),',
    replace: 'rows.some((row) => !transition.from.includes(Number(row.status))),',
  },
  {
    name: 'a list does not send its filters',
    file: 'src/engine/list/use-list.ts',
    find: 'Object.entries({ ...state.filters, ...fixed })',
    replace: 'Object.entries({ ...fixed })',
  },
];
