/** s15Fixed16: how ICC profiles write fractions. */
function fixed(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65_536), 4 * index));
  return bytes;
}

function tagged(type: string, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}

function text(words: string): Buffer {
  const letters = Buffer.from(words, 'utf16le').swap16();
  return tagged('mluc', numbers(1, 12), Buffer.from('enUS'), numbers(letters.length, 28), letters);
}

// IEC 61966-2-1, its primaries adapted from D65 to the D50 of the connection space by Bradford's matrix.
const whitePoint = [0.9642, 1, 0.8249];
const adaptation = [
  [1.04788208, 0.0229187, -0.05021667],
  [0.02958679, 0.99047852, -0.01707458],
  [-0.00924683, 0.01507568, 0.75167847],
].flat();
const curve = tagged(
  'para',
  Buffer.from([0, 3, 0, 0]),
  fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
);

const tags: readonly (readonly [string, Buffer])[] = [
  ['desc', text('sRGB IEC61966-2.1')],
  ['cprt', text('No copyright, use freely')],
  ['wtpt', tagged('XYZ ', fixed(...whitePoint))],
  ['chad', tagged('sf32', fixed(...adaptation))],
  ['rXYZ', tagged('XYZ ', fixed(0.43606567, 0.2224884, 0.01391602))],
  ['gXYZ', tagged('XYZ ', fixed(0.38514709, 0.71687317, 0.09707642))],
  ['bXYZ', tagged('XYZ ', fixed(0.14306641, 0.06060791, 0.71409607))],
  ['rTRC', curve],
  ['gTRC', curve],
  ['bTRC', curve],
];

const headerLength = 128;

/** sRGB as an ICC profile of version 4.2: defines the colours of a certificate. */
export function srgbProfile(): Buffer {
  const directoryLength = 4 + 12 * tags.length;
  const blocks: Buffer[] = [];
  const directory = [numbers(tags.length)];
  const places = new Map<Buffer, number>();
  let end = headerLength + directoryLength;
  for (const [name, content] of tags) {
    const place = places.get(content) ?? end;
    directory.push(Buffer.from(name, 'latin1'), numbers(place, content.length));
    if (place !== end) continue;
    places.set(content, end);
    const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
    blocks.push(padded);
    end += padded.length;
  }
  return Buffer.concat([header(end), ...directory, ...blocks]);
}

function header(length: number): Buffer {
  const bytes = Buffer.alloc(headerLength);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt32BE(0x0420_0000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // The date of the profile: arbitrary, but constant.
  [2026, 1, 1].forEach((part, index) => bytes.writeUInt16BE(part, 24 + 2 * index));
  bytes.write('acsp', 36, 'latin1');
  fixed(...whitePoint).copy(bytes, 68);
  return bytes;
}
