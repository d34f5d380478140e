import { invalidIdempotencyKey } from './openapi/idempotency-key';

/** Long enough to avoid collisions between clients, short enough for a header. */
const printable = /^[\x20-\x7e]{16,255}$/;

/** The value of the header `Idempotency-Key`, if sent. An invalid key is refused, not ignored. */
export function checkedIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || printable.test(header)) return header;
  throw invalidIdempotencyKey();
}
