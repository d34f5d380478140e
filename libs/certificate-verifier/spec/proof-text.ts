/** The lines of the witnesses in a proof: they follow the one of the log. */
export function cosignaturesOf(proof: string): readonly string[] {
  const [, ...lines] = proof
    .slice(proof.lastIndexOf('\n\n') + 2)
    .trimEnd()
    .split('\n');
  return lines;
}

/** The proof with these lines of witnesses. */
export function withCosignatures(proof: string, lines: readonly string[]): string {
  const from = proof.lastIndexOf('\n\n') + 2;
  const [own = ''] = proof.slice(from).split('\n');
  return `${proof.slice(0, from)}${[own, ...lines].join('\n')}\n`;
}

/** The line with another time, in seconds since 1970. */
export function retimed(line: string, time: number): string {
  return withBytes(line, (bytes) => bytes.writeBigUInt64BE(BigInt(time), 4));
}

/** The line with the key id of another one, and its name. */
export function renamed(line: string, other: string): string {
  const [dash, name = '', signature = ''] = other.split(' ');
  const id = Buffer.from(signature, 'base64').subarray(0, 4);
  const [, , own = ''] = line.split(' ');
  return withBytes(`${dash ?? ''} ${name} ${own}`, (bytes) => id.copy(bytes));
}

function withBytes(line: string, change: (bytes: Buffer) => unknown): string {
  const [dash = '', name = '', signature = ''] = line.split(' ');
  const bytes = Buffer.from(signature, 'base64');
  change(bytes);
  return [dash, name, bytes.toString('base64')].join(' ');
}

/** The proof with another text in the place of what the application added. */
export function withExtra(proof: string, extra: Uint8Array): string {
  return proof.replace(/^extra .*$/m, `extra ${Buffer.from(extra).toString('base64')}`);
}
