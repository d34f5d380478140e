import { isIP } from 'node:net';
import { type Field, field } from './field';

/** The value of Express's `trust proxy`: the number of proxies in front, or their addresses. */
export type TrustProxy = number | readonly string[];

const expected =
  'the number of proxies in front (0 to 9), or their addresses or CIDR blocks, separated by commas';
const addressBits: ReadonlyMap<number, number> = new Map([
  [4, 32],
  [6, 128],
]);

export function trustProxy(): Field<TrustProxy> {
  return field<TrustProxy>(expected, (text) => {
    if (/^\d$/.test(text)) return Number(text);
    const blocks = text.split(',').map((block) => block.trim());
    return blocks.every(isBlock) ? blocks : undefined;
  });
}

/** A block of length 0 would trust every client, and so every forged `X-Forwarded-For`. */
function isBlock(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const bits = addressBits.get(isIP(address));
  if (bits === undefined || rest.length > 0) return false;
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits);
}
