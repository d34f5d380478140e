import { createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Keyring } from './keyring';
import { KeyringUnusable } from './keyring-unusable';
import { SealBroken } from './seal-broken';

const context = { table: 'deliveries', column: 'message', row: '7f1c' };
const plaintext = 'assessor@example.com';
const secrets = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'));

function document(...versions: number[]): string {
  const keys = versions.map((version) => ({
    version,
    createdAt: '2026-01-02T03:04:05.678Z',
    key: Buffer.alloc(32, version).toString('base64'),
  }));
  return JSON.stringify({ format: 1, keys });
}

function refusalOf(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was refused');
}

const keyring = Keyring.fromJson(document(1));
const rotated = Keyring.fromJson(document(2, 1));

describe('seal and open', () => {
  it('opens what was sealed, for text and for bytes § V11.3.2', () => {
    expect(keyring.open(keyring.seal('grüße', context), context).toString()).toBe('grüße');
    const bytes = new Uint8Array([0, 255, 128]);
    expect(keyring.open(keyring.seal(bytes, context), context)).toEqual(Buffer.from(bytes));
    expect(keyring.open(keyring.seal('', context), context)).toHaveLength(0);
  });

  it('opens a sealed value that is a view into a larger buffer', () => {
    const sealed = keyring.seal(plaintext, context);
    const surrounding = new Uint8Array(sealed.length + 20).fill(9);
    surrounding.set(sealed, 10);
    const view = surrounding.subarray(10, 10 + sealed.length);
    expect(keyring.open(view, context).toString()).toBe(plaintext);
  });

  it('never gives the same bytes twice, and adds 33 bytes', () => {
    const all = Array.from({ length: 100 }, () => keyring.seal(plaintext, context).toString('hex'));
    expect(new Set(all).size).toBe(100);
    expect(keyring.seal(plaintext, context)).toHaveLength(plaintext.length + 33);
    expect(all.join()).not.toContain(Buffer.from(plaintext).toString('hex'));
  });

  it('seals with the newest version and opens every version § V11.2.2', () => {
    const old = keyring.seal(plaintext, context);
    const fresh = rotated.seal(plaintext, context);
    expect(rotated.open(old, context).toString()).toBe(plaintext);
    expect(rotated.open(fresh, context).toString()).toBe(plaintext);
    expect(() => keyring.open(fresh, context)).toThrow(
      new SealBroken('deliveries.message', 'the keyring has no key version 2'),
    );
  });

  it('refuses a value of which any one bit of any byte was flipped § V11.3.3', () => {
    const sealed = rotated.seal(plaintext, context);
    for (let index = 0; index < sealed.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(sealed);
        flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << bit), index);
        expect(() => rotated.open(flipped, context)).toThrow(SealBroken);
      }
    }
  });

  it('refuses a value that was cut or extended', () => {
    const sealed = keyring.seal(plaintext, context);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => keyring.open(sealed.subarray(0, length), context)).toThrow(SealBroken);
    }
    expect(() => keyring.open(Buffer.concat([sealed, Buffer.alloc(1)]), context)).toThrow(SealBroken);
  });

  it.each([{ table: 'results' }, { column: 'recipient' }, { row: '7f1d' }, { row: '' }])(
    'refuses a value that was moved: %o § V11.3.3',
    (moved) => {
      const sealed = keyring.seal(plaintext, context);
      expect(() => keyring.open(sealed, { ...context, ...moved })).toThrow(SealBroken);
    },
  );

  it('refuses a value that another keyring sealed with the same version number', () => {
    const other = Keyring.fromJson(document(2).replace('"version":2', '"version":1'));
    expect(() => other.open(keyring.seal(plaintext, context), context)).toThrow(SealBroken);
  });

  it('says which column is broken and nothing of content, row or key', () => {
    const sealed = keyring.seal(plaintext, context);
    const error = refusalOf(() => keyring.open(sealed, { ...context, row: 'another-row' }));
    expect(error.message).toContain('deliveries.message');
    const everything = inspect(error, { depth: 9, showHidden: true });
    for (const secret of [plaintext, 'another-row', sealed.toString('base64'), ...secrets]) {
      expect(everything).not.toContain(secret);
    }
  });
});

describe('mac', () => {
  it('is a 32-byte HMAC that depends on purpose, data and key, and on nothing else § V11.4.1', () => {
    const mac = keyring.mac('recipient', plaintext);
    expect(mac).toHaveLength(32);
    expect(keyring.mac('recipient', Buffer.from(plaintext))).toEqual(mac);
    expect(keyring.mac('client-address', plaintext)).not.toEqual(mac);
    expect(keyring.mac('recipient', `${plaintext} `)).not.toEqual(mac);
    expect(rotated.mac('recipient', plaintext)).not.toEqual(mac);
  });

  it('never changes for a stored row: the derivation is fixed § V11.3.1', () => {
    expect(keyring.mac('recipient', plaintext).toString('hex')).toBe(
      'f0acbced42a049965a17a8fbec417a26f02d29527ab38eca918d14361933c617',
    );
  });

  it('never uses the master key itself', () => {
    const direct = createHmac('sha256', Buffer.alloc(32, 1)).update(plaintext).digest();
    expect(keyring.mac('recipient', plaintext)).not.toEqual(direct);
  });

  it('gives the hashes of every version, newest first, for a look-up after a rotation', () => {
    const [newest, older, ...none] = rotated.macs('recipient', plaintext);
    expect(newest).toEqual(rotated.mac('recipient', plaintext));
    expect(older).toEqual(keyring.mac('recipient', plaintext));
    expect(none).toHaveLength(0);
  });
});

describe('a key that is used from a later time', () => {
  const from = Date.parse('2026-01-02T04:00:00.000Z');
  const text = document(1, 2).replace('"version":2,', '"version":2,"sealsFrom":"2026-01-02T04:00:00.000Z",');
  let now = 0;
  const upcoming = Keyring.fromJson(text, () => now);

  it('opens and matches what another process has sealed with it, and does not seal itself', () => {
    now = from - 1;
    expect(upcoming.open(rotated.seal(plaintext, context), context).toString()).toBe(plaintext);
    expect(keyring.open(upcoming.seal(plaintext, context), context).toString()).toBe(plaintext);
    expect(upcoming.mac('recipient', plaintext)).toEqual(keyring.mac('recipient', plaintext));
    expect(upcoming.macs('recipient', plaintext)).toEqual([
      keyring.mac('recipient', plaintext),
      rotated.mac('recipient', plaintext),
    ]);
  });

  it('makes no difference to locks, before, after and for a process without the key', () => {
    for (now of [from - 1, from])
      expect(upcoming.macForLock('key', plaintext)).toEqual(keyring.macForLock('key', plaintext));
  });

  it('seals and hashes from then on, without a restart', () => {
    now = from;
    expect(() => keyring.open(upcoming.seal(plaintext, context), context)).toThrow('no key version 2');
    expect(upcoming.macs('recipient', plaintext)).toEqual(rotated.macs('recipient', plaintext));
  });
});

describe('a keyring document', () => {
  it('shows no key material when it is printed or serialised', () => {
    keyring.mac('recipient', plaintext);
    const shown = [JSON.stringify(keyring), inspect(keyring, { depth: 9, showHidden: true })].join();
    expect(shown).toContain('{}');
    for (const secret of secrets) expect(shown).not.toContain(secret);
    expect(shown).not.toMatch(/01010101|01 01 01 01/);
  });

  it.each([
    ['no JSON', secrets[0] ?? '', 'is not JSON'],
    ['no object', '[]', 'the document'],
    ['another format', document(1).replace('"format":1', '"format":2'), 'format'],
    ['no key', document(), 'keys'],
    ['a short key', document(1).replace('AQEBAQEBAQEB', 'AQEBAQEB'), 'keys.0.key'],
    ['a key that is no Base64', document(1).replace('AQEB', 'A-_B'), 'keys.0.key'],
    ['version 0', document(0), 'keys.0.version'],
    ['a version twice', document(1, 1), 'keys'],
    ['a wrong time of use', document(1).replace('"key"', '"sealsFrom":"soon","key"'), 'keys.0.sealsFrom'],
    ['no creation time', document(1).replace('2026-01', 'January'), 'keys.0.createdAt'],
  ])('is refused with %s, without quoting its content', (_, text, problem) => {
    const error = refusalOf(() => Keyring.fromJson(text));
    expect(error).toBeInstanceOf(KeyringUnusable);
    expect(error.message).toContain(problem);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/AQEB|QEBA|January/);
  });
});

describe('a keyring file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keyring-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function fileWithMode(mode: number): string {
    const file = join(folder, 'keyring.json');
    writeFileSync(file, document(1));
    chmodSync(file, mode);
    return file;
  }

  it.each(['600', '400', '440', '640'])('is loaded with mode %s', (mode) => {
    const loaded = Keyring.load(fileWithMode(Number.parseInt(mode, 8)));
    expect(loaded.mac('recipient', plaintext)).toEqual(keyring.mac('recipient', plaintext));
  });

  it.each(['644', '604', '602', '620', '660', '666'])(
    'is refused with mode %s, and the text says the remedy § V13.3.1',
    (mode) => {
      const file = fileWithMode(Number.parseInt(mode, 8));
      const error = refusalOf(() => Keyring.load(file));
      expect(error).toBeInstanceOf(KeyringUnusable);
      expect(error.message).toContain(`has mode 0${mode}`);
      expect(error.message).toContain(`chmod 600 ${file}`);
    },
  );

  it('is named when it is missing or damaged', () => {
    const missing = join(folder, 'missing.json');
    expect(() => Keyring.load(missing)).toThrow(
      `The keyring file ${missing} does not exist: \`npm run operate -- keys init\` creates it.`,
    );
    const damaged = fileWithMode(0o600);
    writeFileSync(damaged, '{');
    expect(() => Keyring.load(damaged)).toThrow(`The keyring file ${damaged} is not JSON.`);
  });
});
