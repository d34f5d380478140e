import { RuleViolation } from '@governance/kernel';

export const mostNetworks = 20;

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const bitsOfFamily = { 4: 32n, 6: 128n } as const;
/** IPv4 addresses mapped into IPv6 (RFC 4291, 2.5.5.2): the bits before the IPv4 address. */
const mappedPrefix = 0xffffn;
const mappedBits = 96n;

/** An address as a number. A mapped IPv4 address has the family 4. */
interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** Networks in canonical form, without duplicates. Throws `RuleViolation`. */
export function checkAllowedNetworks(networks: readonly string[]): readonly string[] {
  if (networks.length === 0 || networks.length > mostNetworks) {
    throw new RuleViolation(`allowed_networks must have 1 to ${mostNetworks} CIDR blocks`);
  }
  const canonical = networks.map((network, index) => {
    const found = canonicalNetwork(network);
    if (found !== undefined) return found;
    throw new RuleViolation(`allowed_networks[${index}] must be a CIDR block without host bits, not /0`);
  });
  return [...new Set(canonical)];
}

/**
 * The one text of a CIDR block: RFC 5952 for IPv6, IPv4 for mapped addresses. Undefined for any other text, for a block with
 * host bits, which is usually a mistake, and for a prefix of length 0, which allows every address.
 */
export function canonicalNetwork(text: string): string | undefined {
  const block = blockOf(text);
  if (block === undefined) return undefined;
  const { family, value, length } = block;
  return `${family === 4 ? textOf4(value) : textOf6(value)}/${length}`;
}

/**
 * Whether an address is in one of the networks, which are in canonical form. An absent address, or a text that is not an
 * address, is in none. An IPv4 address is never in an IPv6 network.
 */
export function isInNetworks(networks: readonly string[], address: string | undefined): boolean {
  const [bare = ''] = (address ?? '').split('%', 1);
  const found = addressOf(bare);
  if (found === undefined) return false;
  return networks.some((network) => {
    const block = blockOf(network);
    if (block?.family !== found.family) return false;
    const hostBits = bitsOfFamily[found.family] - block.length;
    return found.value >> hostBits === block.value >> hostBits;
  });
}

function blockOf(text: string): (Address & { readonly length: bigint }) | undefined {
  const [, base = '', digits = ''] = /^([0-9A-Fa-f.:]{2,45})\/([1-9]\d{0,2})$/.exec(text) ?? [];
  const address = addressOf(base);
  if (address === undefined) return undefined;
  const isMapped = address.family === 4 && base.includes(':');
  const length = BigInt(digits) - (isMapped ? mappedBits : 0n);
  const bits = bitsOfFamily[address.family];
  if (length < 1n || length > bits) return undefined;
  const hasHostBits = address.value % (1n << (bits - length)) !== 0n;
  return hasHostBits ? undefined : { ...address, length };
}

function addressOf(text: string): Address | undefined {
  if (ipv4.test(text)) return { family: 4, value: valueOf(text.split('.'), 10, 8n) };
  if (!isIpv6(text)) return undefined;
  const value = valueOf6(canonical6(text));
  return value >> 32n === mappedPrefix ? { family: 4, value: value & 0xffff_ffffn } : { family: 6, value };
}

/** As URLs have it, in brackets, without a zone. */
function isIpv6(text: string): boolean {
  return /^[0-9A-Fa-f:.]{2,45}$/.test(text) && URL.canParse(`http://[${text}]/`);
}

/** RFC 5952, with hexadecimal groups only. */
function canonical6(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

function valueOf6(canonical: string): bigint {
  const [before = '', after] = canonical.split('::');
  const [left, right] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0');
  return valueOf([...(left ?? []), ...zeros, ...(right ?? [])], 16, 16n);
}

function valueOf(parts: readonly string[], radix: number, bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(Number.parseInt(part, radix)), 0n);
}

function textOf4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
}

function textOf6(value: bigint): string {
  const shifts = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n];
  return canonical6(shifts.map((shift) => ((value >> shift) & 0xffffn).toString(16)).join(':'));
}
