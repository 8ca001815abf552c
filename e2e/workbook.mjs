// Workbooks as spreadsheets save them, without a library: a ZIP of a few parts, uncompressed.
import { crc32 } from 'node:zlib';

const escaped = text => String(text).replace(/[<>&"]/g, letter => `&#${letter.charCodeAt(0)};`);

/** A cell: texts stand in it, numbers are numbers, and a Date is a number with the format of a day. */
const cell = value => {
  if (value === '') return '<c/>';
  if (value instanceof Date) return `<c s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
};

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const parts = rows => ({
  '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Tabelle1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
});

/** The bytes of a workbook with one sheet. */
export const workbook = rows => {
  const files = [];
  const directory = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts(rows))) {
    const content = Buffer.from(text);
    const facts = Buffer.alloc(26); // version, flags, method, time, date, crc, sizes, lengths
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const behind = Buffer.alloc(14);
    behind.writeUInt32LE(at, 10);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), content);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, behind, Buffer.from(name));
    at += 30 + name.length + content.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(parts([])).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, index, Buffer.from('PK\x05\x06', 'latin1'), end]);
};
