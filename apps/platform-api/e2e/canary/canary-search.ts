/** How many bytes of a canary are looked for at a time: a piece of it that gets out is a leak too. */
const pieceLength = 12;
/** Of what is long, not every piece is looked for; one that gets out is found when it has a few bytes more. */
const longerThan = 256;
const step = 8;

/** A canary, as pieces of it look somewhere. */
interface Needle {
  readonly text: string;
  readonly canary: string;
}

/** What must not be found where it does not belong, in any spelling. */
export class CanarySearch {
  /** By the characters with which they begin, so that a text is gone through once, however many there are. */
  private readonly needles = new Map<string, Needle[]>();

  /** A text or bytes, at least twelve of them. Small and capital letters are not told apart. */
  add(canary: string, value: string | Uint8Array): void {
    const bytes = Buffer.from(value);
    if (bytes.length < pieceLength)
      throw new RangeError(`${canary} is too short to be told from other texts`);
    for (const text of new Set(piecesOf(bytes).flatMap(spellingsOf))) {
      const beginning = text.slice(0, pieceLength);
      this.needles.set(beginning, [...(this.needles.get(beginning) ?? []), { text, canary }]);
    }
  }

  /** The names of the canaries of which a piece is in the text. */
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

/** The digits of base 64 that bytes have with `lead` others before them, without those that they share with neighbours. */
function base64(bytes: Buffer, lead: number): string {
  const digits = Buffer.concat([Buffer.alloc(lead), bytes]).toString('base64');
  return digits.slice(Math.ceil((lead * 4) / 3), Math.floor(((lead + bytes.length) * 4) / 3));
}

export const spellings: Readonly<Record<string, Spelling>> = {
  clear: (bytes) => bytes.toString(),
  'clear, a byte a character': (bytes) => bytes.toString('latin1'),
  JSON: json,
  'JSON in JSON': (bytes) => json(Buffer.from(json(bytes))),
  URL: (bytes) => encodeURIComponent(bytes.toString()),
  hexadecimal: (bytes) => bytes.toString('hex'),
  'hexadecimal, with blanks': (bytes) => (bytes.toString('hex').match(/../g) ?? []).join(' '),
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
