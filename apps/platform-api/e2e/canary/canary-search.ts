/** How many bytes of a canary are searched for at a time: a leaked part of it is a leak too. */
const pieceLength = 12;
/** Longer canaries are searched for in fewer pieces: a leak is then found when it is a few bytes longer. */
const longerThan = 256;
const step = 8;

/** A canary, as its pieces appear in one encoding. */
interface Needle {
  readonly text: string;
  readonly canary: string;
}

/** Searches texts for secrets in any encoding. */
export class CanarySearch {
  /** By their first characters, so that a text is scanned once for all canaries. */
  private readonly needles = new Map<string, Needle[]>();

  /** A text or bytes, at least twelve of them. The search ignores case. */
  add(canary: string, value: string | Uint8Array): void {
    const bytes = Buffer.from(value);
    if (bytes.length < pieceLength)
      throw new RangeError(`${canary} is too short to be distinguished from other texts`);
    for (const text of new Set(piecesOf(bytes).flatMap(spellingsOf))) {
      const beginning = text.slice(0, pieceLength);
      this.needles.set(beginning, [...(this.needles.get(beginning) ?? []), { text, canary }]);
    }
  }

  /** The names of the canaries of which the text contains a piece. */
  find(text: string): string[] {
    const searched = text.toLowerCase();
    const found = new Set<string>();
    for (let start = 0; start + pieceLength <= searched.length; start += 1) {
      const candidates = this.needles.get(searched.slice(start, start + pieceLength)) ?? [];
      for (const needle of candidates) if (searched.startsWith(needle.text, start)) found.add(needle.canary);
    }
    return [...found];
  }
}

function piecesOf(bytes: Buffer): Buffer[] {
  const by = bytes.length > longerThan ? step : 1;
  const count = Math.ceil((bytes.length - pieceLength + 1) / by);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * by, index * by + pieceLength));
}

type Spelling = (bytes: Buffer) => string;

const json: Spelling = (bytes) => JSON.stringify(bytes.toString()).slice(1, -1);

/** The base64 digits of the bytes after `lead` other bytes, without the digits shared with neighbouring bytes. */
function base64(bytes: Buffer, lead: number): string {
  const digits = Buffer.concat([Buffer.alloc(lead), bytes]).toString('base64');
  return digits.slice(Math.ceil((lead * 4) / 3), Math.floor(((lead + bytes.length) * 4) / 3));
}

export const spellings: Readonly<Record<string, Spelling>> = {
  clear: (bytes) => bytes.toString(),
  'plain, one byte per character': (bytes) => bytes.toString('latin1'),
  JSON: json,
  'JSON in JSON': (bytes) => json(Buffer.from(json(bytes))),
  URL: (bytes) => encodeURIComponent(bytes.toString()),
  hexadecimal: (bytes) => bytes.toString('hex'),
  'hexadecimal, with spaces': (bytes) => (bytes.toString('hex').match(/../g) ?? []).join(' '),
  'numbers with commas': (bytes) => bytes.join(','),
  base64: (bytes) => base64(bytes, 0),
  'base64, one byte on': (bytes) => base64(bytes, 1),
  'base64, two bytes on': (bytes) => base64(bytes, 2),
};

function spellingsOf(bytes: Buffer): string[] {
  return Object.values(spellings).flatMap((spell) => {
    const text = spell(bytes).toLowerCase();
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
