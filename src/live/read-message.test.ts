import { expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

it.each([
  [{ type: 1, task: { id: 7, status: 2, progress: 40 } }],
  [{ type: 3, msg_id: 9, title: '<b>盘点</b>', content: '' }],
  [{ type: 5, changed: ['access', 'config', 'tasks', 'session'] }],
  [{ type: 5, changed: [] }],
  [{ type: 6, msg_id: 9 }],
  [{ type: 7, unread: [] }],
  [{ type: 7, unread: [4, 9] }],
])('reads %j', (message) => {
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

it.each([
  'no json',
  'null',
  '[]',
  '{}',
  '{"type":2}',
  '{"type":1}',
  '{"type":1,"task":{"id":"7","status":2,"progress":1}}',
  '{"type":3,"msg_id":1,"title":"x"}',
  '{"type":3,"msg_id":1.5,"title":"x","content":"y"}',
  '{"type":3,"msg_id":1,"title":{"__html":"x"},"content":"y"}',
  '{"type":5,"changed":"access"}',
  '{"type":6}',
  '{"type":7}',
  '{"type":7,"unread":9}',
  '{"type":7,"unread":[4,"9"]}',
])('passes %s over', (text) => {
  expect(readMessage(text)).toBeUndefined();
});

it('keeps of a message what it knows', () => {
  expect(readMessage('{"type":5,"changed":["config","toString","later"],"more":1}')).toEqual({
    type: 5,
    changed: ['config'],
  });
});
