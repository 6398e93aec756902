import { describe, expect, it } from 'vitest';
import { Refusal } from '#contract/kit/errors.ts';
import { createLog } from '#server/platform/log.ts';
import { attachment } from './file-answer.ts';
import { refusalOf } from './frame.ts';

const kindOf = (error: object): string => refusalOf(error, createLog({ level: 'silent' }), 'r').kind;

describe('an error of ours', () => {
  it.each([
    '53100 disk full',
    '53200 out of memory',
    '53300 too many connections',
    '53400 a limit of the server',
    '57014 cancelled',
    '57P01 told to stop',
    '57P02 crashed',
    '57P03 starting',
    '57P05 idle too long',
    '58030 input and output',
    '08006 connection lost',
    '55P03 lock',
    '25006 a standby',
    'ENOSPC disk full here',
    'EMFILE too many files',
    'ECONNREFUSED nobody there',
  ])('that passes is "try again": %s', (words) => {
    expect(kindOf(Object.assign(new Error(words), { code: words.split(' ')[0] }))).toBe('busy');
  });

  it.each(['42703', 'XX000', '23514', 'ERR_INVALID_ARG_TYPE', ''])('that stays is not: %s', (code) => {
    expect(kindOf(Object.assign(new Error('x'), { code }))).toBe('internal');
  });

  it('is none where it is a refusal', () => {
    expect(kindOf(new Refusal('stockShort'))).toBe('stockShort');
  });
});

describe('the name of a saved file', () => {
  it('may hold half of a character', () => {
    expect(attachment('\ud83d品牌.csv')).toBe(
      `attachment; filename="export.csv"; filename*=UTF-8''%EF%BF%BD%E5%93%81%E7%89%8C.csv`,
    );
  });
});
