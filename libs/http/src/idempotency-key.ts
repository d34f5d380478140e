import { Problem } from '@governance/kernel';

/** Long enough that clients do not meet by chance, short enough to be a header. */
const printable = /^[\x20-\x7e]{16,255}$/;

/** The header `Idempotency-Key`, when there is one. A key that would not do is refused rather than ignored. */
export function checkedIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || printable.test(header)) return header;
  throw new Problem('invalid', 'Idempotency-Key must be 16 to 255 printable ASCII characters');
}
