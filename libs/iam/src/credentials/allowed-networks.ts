import { RuleViolation } from '@governance/kernel';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export const mostNetworks = 20;

/** The bits of a mapped IPv4 address (RFC 4291, 2.5.5.2) before the IPv4 address. */
const mappedBits = 96;

interface Block {
  readonly address: IPv4 | IPv6;
  readonly length: number;
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
  const { address, length } = block;
  const canonical = `${textOf(address)}/${length}`;
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return textOf(kind.networkAddressFromCIDR(canonical)) === textOf(address) ? canonical : undefined;
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
    return block?.address.kind() === found.kind() && found.match(block.address, block.length);
  });
}

/** Whether each of `inner` is part of one of `outer`; both are in canonical form. */
export function areWithinNetworks(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((network) => {
    const [address, length] = network.split('/');
    return outer.some(
      (other) => Number(other.split('/')[1]) <= Number(length) && isInNetworks([other], address),
    );
  });
}

function blockOf(text: string): Block | undefined {
  const [, base = '', digits = ''] = /^([0-9A-Fa-f.:]{2,45})\/([1-9]\d{0,2})$/.exec(text) ?? [];
  const address = addressOf(base);
  if (address === undefined) return undefined;
  const isIpv4 = address.kind() === 'ipv4';
  const length = Number(digits) - (isIpv4 && base.includes(':') ? mappedBits : 0);
  return length < 1 || length > (isIpv4 ? 32 : 128) ? undefined : { address, length };
}

/** A mapped IPv4 address becomes an IPv4 address. */
function addressOf(text: string): IPv4 | IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const url = `http://[${text}]/`;
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !URL.canParse(url)) return undefined;
  // A URL has hexadecimal groups only: the library takes `::192.0.2.9` for a mapped address.
  return ipaddr.process(new URL(url).hostname.slice(1, -1));
}

function textOf(address: IPv4 | IPv6): string {
  return 'toRFC5952String' in address ? address.toRFC5952String() : address.toString();
}
