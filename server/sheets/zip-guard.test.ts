import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { overlapping, type Part, relations, sheetOf, workbook, zipOf } from '#tests/factories/workbook.ts';
import { zipLimits } from './zip-entries.ts';
import { guardZip } from './zip-guard.ts';

const row = (text: string): string => sheetOf(`<row r="1"><c r="A1" t="str"><v>${text}</v></c></row>`);
const { whole } = zipLimits;
const good = row('a');

/** XML of so many bytes, or a little more, that packs no better than a table does. */
function large(bytes: number): string {
  const lines = Array.from(
    { length: 2000 },
    () => `<a b="${randomBytes(3).toString('hex')}${'0123456789'.repeat(9)}"/>\n`,
  );
  const block = lines.join('');
  return block.repeat(Math.ceil(bytes / block.length));
}

const leading = (...others: Parameters<typeof relations>[0]): Part => ({
  name: 'xl/_rels/workbook.xml.rels',
  text: relations([['worksheet', 'worksheets/sheet1.xml'], ...others]),
});

/** The archive with a mark of ZIP64 in its end: by how far from the start of the end, as many bytes of 255. */
function pointingElsewhere(from: number, bytes: number): Buffer {
  const file = workbook(good);
  return Buffer.from(file).fill(0xff, file.length - 22 + from, file.length - 22 + from + bytes);
}

describe('is refused', () => {
  test.each<[string, Buffer, string]>([
    [
      'a sheet whose size the directory leaves to its own header',
      workbook('', [
        { name: 'xl/worksheets/sheet1.xml', text: `<!DOCTYPE a>${row('b'.repeat(2_000_000))}`, hidden: true },
      ]),
      'damaged',
    ],
    ['a directory that is said to be elsewhere, by its place', pointingElsewhere(16, 4), 'far more'],
    ['a directory that is said to be elsewhere, by its size', pointingElsewhere(12, 4), 'far more'],
    [
      'styles as large as a sheet may be',
      workbook(good, [{ name: 'xl/styles.xml', text: large(whole + 1) }]),
      'far more',
    ],
    [
      'texts as large under a name of their own',
      workbook(good, [leading(['sharedStrings', 'texts.xml']), { name: 'xl/texts.xml', text: large(whole + 1) }]),
      'far more',
    ],
    ['relations that are a book', workbook(good, [{ name: 'xl/_rels/a.rels', text: large(5_000_000) }]), 'far more'],
    ['texts that are a sheet', workbook(good, [leading(['sharedStrings', 'worksheets/sheet2.xml'])]), 'damaged'],
    ['styles that are a sheet', workbook(good, [leading(['styles', '/xl/worksheets/sheet1.xml'])]), 'damaged'],
    [
      'a workbook that is a sheet',
      workbook(good, [{ name: '_rels/.rels', text: relations([['officeDocument', 'xl/worksheets/sheet1.xml']]) }]),
      'damaged',
    ],
    ['styles by a way around', workbook(good, [leading(['styles', 'worksheets/sheet1.xml/a/..'])]), 'damaged'],
    ['styles spelled otherwise', workbook(good, [leading(['styles', 'worksheets/sheet1&#46;xml'])]), 'damaged'],
    ['a kind spelled otherwise', workbook(good, [leading(['style&#115;', 'worksheets/sheet1.xml'])]), 'damaged'],
    ['texts that nobody looks at as XML', workbook(good, [leading(['sharedStrings', 'texts.bin'])]), 'damaged'],
    [
      'relations behind something that is none',
      workbook(good, [
        {
          ...leading(),
          text: `<Relationships><!-- <a> --><Relationship Type="/styles" Target="worksheets/sheet1.xml"/></Relationships>`,
        },
      ]),
      'damaged',
    ],
    ['entries that are one another’s bytes', overlapping(3, good), 'damaged'],
    ['1,990 of them', overlapping(1990, `<a b="${'c'.repeat(260_000)}"/>`), 'far more'],
    [
      'many small parts that together unfold too far',
      zipOf(Array.from({ length: 1000 }, (_, part) => ({ name: `${part}.xml`, text: 'a'.repeat(200_000) }))),
      'far more',
    ],
  ])('%s', async (_what, file, words) => {
    await expect(guardZip(file)).rejects.toThrow(words);
  });
});

describe('passes', () => {
  test.each<[string, Buffer]>([
    ['a workbook', workbook(good)],
    ['a sheet larger than what is held whole', workbook(sheetOf(large(whole + 1).replaceAll('<a ', '<row ')))],
    [
      'whatever else belongs to one',
      workbook(good, [
        leading(
          ['sharedStrings', '/xl/sharedStrings.xml'],
          ['styles', 'styles.xml'],
          ['theme', 'theme/theme1.xml'],
          ['hyperlink', 'http://a.example/?b=1&amp;c=>d'],
        ),
        { name: 'xl/worksheets/_rels/sheet1.xml.rels', text: relations([['hyperlink', 'http://a.example/#&#39;']]) },
      ]),
    ],
    ['a folder, an empty part', workbook(good, [{ name: 'xl/media/', text: '' }])],
    [
      'relations with closing tags and a prefix',
      workbook(good, [
        {
          ...leading(),
          text: `\ufeff<?xml version='1.0'?>\n<p:Relationships xmlns:p='x' >\n <p:Relationship Id = 'rId1' Type="/worksheet" Target="worksheets/sheet1.xml"></p:Relationship>\n</p:Relationships>\n`,
        },
      ]),
    ],
    ['no relations at all', workbook(good, [{ ...leading(), text: '<Relationships xmlns="a"/>' }])],
    ['an archive of anything', zipOf([{ name: 'a.txt', text: 'a' }])],
  ])('%s', async (_what, file) => {
    await expect(guardZip(file)).resolves.toBeDefined();
  });
});
