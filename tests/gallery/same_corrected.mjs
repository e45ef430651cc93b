// Two files of claims say the same of the corrected test, but for rounding; what is not known may
// be anything:
//   node same_corrected.mjs SOURCE_DIR OF_DRAWS WORKED_OUT
import assert from 'node:assert';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [source, ...files] = process.argv.slice(2);
const {readCsv} = await import(pathToFileURL(path.resolve(source, 'tools/lib/record_files.mjs')));
const [draws, worked_out] = files.map(readCsv);
assert.strictEqual(worked_out.length, draws.length);
draws.forEach((line, i) => {
  const other = worked_out[i], about = `${line.claim}, ${line.cell}`;
  const [p, other_p] = [line, other].map(({corrected_p}) => Number(corrected_p));
  const same = Number.isNaN(p) ? Number.isNaN(other_p) : Math.abs(p - other_p) <= .01 * p;
  assert(same, `${about}: p = ${line.corrected_p} of the draws, ${other.corrected_p} worked out`);
  for (const column of ['corrected_cell_verdict', 'cell_word', 'corrected_verdict', 'word']) {
    const open = [other.corrected_cell_verdict, other.corrected_verdict].includes('not known');
    if (!open) assert.strictEqual(other[column], line[column], `${about}: ${column}`);
  }
});
