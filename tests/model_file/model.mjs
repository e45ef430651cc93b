// The arrays and facts of a model file: safetensors, little-endian.
import fs from 'node:fs';

const kinds = {
  F64: Float64Array,
  I64: BigInt64Array,
  I32: Int32Array
};

export function readModel(path) {
  const file = fs.readFileSync(path), start = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, start));
  const bytes = name =>
      Uint8Array.from(file.subarray(...header[name].data_offsets.map(at => start + at)));
  const numbers = name => Array.from(new kinds[header[name].dtype](bytes(name).buffer), Number);
  const strings = name =>
      numbers(`${name}.ends`)
          .map(
              (end, i, ends) => Buffer.from(bytes(`${name}.bytes`))
                                    .toString('utf8', i > 0 ? ends[i - 1] : 0, end));
  const view_of = numbers('view_of_feature'), size = [];
  const place =
      view_of.map(view => (size[view] = (size[view] ?? 0) + 1) - 1);  // of a feature in its view
  return {
    has: name => name in header,
    fact: name => JSON.parse(header.__metadata__[name]),
    numbers,
    strings,
    view_of,
    place,
    size
  };
}

export const sum = (list, of) => list.reduce((total, item, i) => total + of(item, i, list), 0);
